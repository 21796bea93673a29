import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from '@playwright/test';
import type { Shot } from './camera.ts';

/** What a film is made in: a screen under a band that the captions stand on, so that they cover nothing. CSS pixels. */
export const SCREEN = { width: 360, height: 780 } as const;
const BAND = 84;
/** Device pixels to a CSS pixel; sizes come out even, as the encoding asks. */
export const SHARPNESS = 1.5;
const RATE = 15;

const FADE_SECONDS = 4 / RATE;
const TOUCH_SECONDS = 8 / RATE;

/** When words are said, in seconds. */
export interface Cue {
  from: number;
  to: number;
  text: string;
}

/** What the canvas shows: one picture, faded over another, and how far a touch has come (0 to 1). */
interface Frame {
  image: number;
  over?: { image: number; share: number };
  touch?: { x: number; y: number; progress: number };
}

/** Runs in the studio's page. */
async function draw({ image, over, touch, scale, band, size }: Frame & Look): Promise<string> {
  const { pictures } = window as unknown as { pictures: ImageBitmap[] };
  const at = (index: number) => pictures[index] as ImageBitmap;
  const canvas = document.createElement('canvas');
  canvas.width = at(image).width;
  canvas.height = at(image).height + band * scale;
  const brush = canvas.getContext('2d') as CanvasRenderingContext2D;
  brush.fillStyle = '#14122e';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  if (over) brush.drawImage(at(over.image), 0, band * scale);
  brush.globalAlpha = over?.share ?? 1;
  brush.drawImage(at(image), 0, band * scale);
  if (touch) {
    const { x, y, progress } = touch;
    const pressed = Math.sin(Math.PI * Math.min(1, progress * 1.2));
    const disc = (radius: number, color: string, alpha: number) => {
      brush.globalAlpha = alpha;
      brush.fillStyle = color;
      brush.beginPath();
      brush.arc(x * scale, (y + band) * scale, radius * scale, 0, 2 * Math.PI);
      brush.fill();
    };
    disc(18 + 14 * progress, '#f5a524', 0.35 * (1 - progress));
    disc(19 - 4 * pressed, '#ffffff', 0.9 * Math.min(1, progress * 4));
    disc(16 - 4 * pressed, '#f5a524', 0.95 * Math.min(1, progress * 4));
  }
  if (size === 1) return canvas.toDataURL('image/jpeg', 0.96);
  const small = document.createElement('canvas');
  small.width = canvas.width * size;
  small.height = canvas.height * size;
  small.getContext('2d')?.drawImage(canvas, 0, 0, small.width, small.height);
  return small.toDataURL('image/jpeg', 0.75);
}

interface Look {
  scale: number;
  band: number;
  /** Of the film's own. */
  size: number;
}

/** A frame as JPEG. */
async function picture(page: Page, frame: Frame, size = 1): Promise<Buffer> {
  const drawn = await page.evaluate(draw, { ...frame, scale: SHARPNESS, band: BAND, size });
  return Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64');
}

/** The frames of a film, each with how often it is repeated. */
function* framesOf(shots: Shot[]): Generator<Frame & { times: number; caption?: string }> {
  for (const [index, { seconds, enter, touch, caption }] of shots.entries()) {
    const said = caption === undefined ? {} : { caption };
    const fades = enter === 'fade' && index > 0 ? Math.round(FADE_SECONDS * RATE) : 0;
    for (let step = 1; step < fades; step++) {
      yield { image: index, over: { image: index - 1, share: step / fades }, times: 1, ...(step === 1 && said) };
    }
    yield { image: index, times: Math.max(1, Math.round(seconds * RATE)), ...(fades === 0 && said) };
    const touches = touch ? Math.round(TOUCH_SECONDS * RATE) : 0;
    for (let step = 1; touch && step <= touches; step++) {
      yield { image: index, touch: { ...touch, progress: step / touches }, times: 1 };
    }
  }
}

/**
 * H.264 that plays from its first bytes on, without sound. The main profile makes fades a third of what they are in
 * baseline.
 */
function encoder(film: string) {
  const colors = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
  return spawn(
    'ffmpeg',
    [
      ['-y', '-loglevel', 'error', '-f', 'image2pipe', '-framerate', String(RATE), '-c:v', 'mjpeg', '-i', '-'],
      [
        '-vf',
        'scale=in_color_matrix=bt601:in_range=full:out_color_matrix=bt709:out_range=tv,format=yuv420p',
        ...colors,
      ],
      ['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'veryfast', '-crf', '30', '-g', String(20 * RATE)],
      ['-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', '-an', film],
    ].flat(),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
}

/**
 * Draws a film from its shots into a file. Gives when its words are said, its length in seconds and its poster as JPEG.
 */
export async function develop(
  browser: Browser,
  shots: Shot[],
  film: string,
): Promise<{ cues: Cue[]; seconds: number; poster: Buffer }> {
  const page = await browser.newPage();
  await page.evaluate(() => Object.assign(window, { pictures: [] }));
  for (const { image } of shots) {
    await page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      (window as unknown as { pictures: ImageBitmap[] }).pictures.push(bitmap);
    }, image.toString('base64'));
  }
  const encoding = encoder(film);
  const ended = once(encoding, 'close');
  const cues: Cue[] = [];
  let frames = 0;
  for (const { times, caption, ...frame } of framesOf(shots)) {
    if (caption !== undefined) {
      const before = cues.at(-1);
      if (before) before.to = frames / RATE;
      cues.push({ from: frames / RATE, to: 0, text: caption });
    }
    const drawn = await picture(page, frame);
    for (let time = 0; time < times; time++) {
      if (!encoding.stdin.write(drawn)) await once(encoding.stdin, 'drain');
    }
    frames += times;
  }
  encoding.stdin.end();
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  const last = cues.at(-1);
  if (last) last.to = frames / RATE;
  const poster = await picture(page, { image: shots.findIndex(({ poster }) => poster) }, 1 / 2);
  await page.close();
  return { cues, seconds: frames / RATE, poster };
}
