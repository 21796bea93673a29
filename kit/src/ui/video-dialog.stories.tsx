import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { VideoDialog } from './video-dialog';

export default {
  component: VideoDialog,
  args: { open: true, title: 'วิธีใช้กระเป๋าเงิน', src: '', onClose: fn() },
} satisfies Meta<typeof VideoDialog>;
type Story = StoryObj<typeof VideoDialog>;

/** A second of film made here: the story book carries none. */
async function film(): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = 320;
  canvas.height = 180;
  const brush = canvas.getContext('2d');
  if (!brush) return '/no-such-film.webm';
  const recorder = new MediaRecorder(canvas.captureStream(25));
  const parts: Blob[] = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  for (let frame = 0; frame < 25; frame += 1) {
    brush.fillStyle = `hsl(${240 + frame * 4} 60% 35%)`;
    brush.fillRect(0, 0, canvas.width, canvas.height);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  recorder.stop();
  await stopped;
  return URL.createObjectURL(new Blob(parts, { type: recorder.mimeType }));
}

const caption = (text: string) => `data:text/vtt,${encodeURIComponent(`WEBVTT\n\n00:00.000 --> 00:10.000\n${text}`)}`;

export const Player: Story = {
  args: { captions: { th: caption('กดปุ่มฝากเงิน'), la: caption('ກົດປຸ່ມຝາກເງິນ'), en: caption('Press deposit') } },
  loaders: [async () => ({ src: await film() })],
  render: (args, { loaded }) => <VideoDialog {...args} src={String(loaded.src)} />,
};
export const Failed: Story = { args: { src: '/no-such-film.mp4' } };
