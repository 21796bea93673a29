import { act, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { renderWithProviders } from './render';

function Screen({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} title="First" onClose={onClose}>
        body
      </Dialog>
    </>
  );
}

/** Frames that come when the test asks for them; the browser draws what is left of them when it ends. */
function lateFrames(): () => void {
  const frames: FrameRequestCallback[] = [];
  const spy = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => frames.push(draw));
  onTestFinished(() => {
    spy.mockRestore();
    for (const draw of frames) window.requestAnimationFrame(draw);
  });
  return () =>
    act(() => {
      for (const draw of frames.splice(0)) draw(performance.now());
    });
}

it('no key is pressed before the dialog that has opened hears it, however late the next frame comes', async () => {
  const drawFrames = lateFrames();
  const onClose = vi.fn();
  const { user } = renderWithProviders(<Screen onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog');
  const pressed = user.keyboard('{Escape}');
  await Promise.race([pressed, new Promise((resolve) => setTimeout(resolve, 2000))]);
  drawFrames();
  await pressed;
  expect(onClose).toHaveBeenCalledOnce();
});

it.each<[string, (user: UserEvent, dialog: HTMLElement) => Promise<void>]>([
  ['dblClick', (user, dialog) => user.dblClick(dialog)],
  ['tripleClick', (user, dialog) => user.tripleClick(dialog)],
  ['hover', (user, dialog) => user.hover(dialog)],
  ['pointer', (user, target) => user.pointer({ target })],
])('%s, too, waits for the dialog', async (_name, touch) => {
  const drawFrames = lateFrames();
  const { user } = renderWithProviders(<Screen onClose={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog');
  const hadFocus: boolean[] = [];
  dialog.addEventListener('mouseover', () => hadFocus.push(dialog.contains(document.activeElement)));
  const touched = touch(user, dialog);
  await new Promise((resolve) => setTimeout(resolve, 50));
  drawFrames();
  await touched;
  expect(hadFocus[0]).toBe(true);
});
