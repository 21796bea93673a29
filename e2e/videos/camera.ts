import type { Locator, Page } from '@playwright/test';
import { settled } from '../support/settled.ts';

/** One picture of the screen, how long it stands, and what happens on it. Seconds; places in CSS pixels. */
export interface Shot {
  image: Buffer;
  seconds: number;
  /** How it follows the picture before. */
  enter: 'fade' | 'cut';
  /** What is said from here on. */
  caption?: string;
  /** Where a finger touches at its end. */
  touch?: { x: number; y: number };
  /** It is the film's picture until it plays. */
  poster?: boolean;
}

/** How many pictures a movement has, and how long each stands. */
const MOVE_STEPS = 10;
const MOVE_SECONDS = 1 / 15;

/** The eye finds the place before the first word is read. */
const LOOK_SECONDS = 1.4;
const CHARACTERS_A_SECOND = 17;
/** A screen that shows what was just done, with nothing new to read. */
const GLANCE_SECONDS = 1.2;

/** Everything a locale's marks add above and below a letter is no letter to read. */
const lettersOf = (text: string) => text.replace(/\p{M}/gu, '').length;

/**
 * Films a walk as pictures of screens that stand still: how long each is shown comes from what is read there, not from
 * how fast this machine is. Nothing of it gets into the product: the finger is drawn onto the pictures afterwards.
 */
export class Camera {
  readonly shots: Shot[] = [];
  private enter: Shot['enter'] = 'cut';

  constructor(
    private readonly page: Page,
    private readonly words: (name: string) => string,
  ) {}

  private take(): Promise<Buffer> {
    return this.page.screenshot({ type: 'jpeg', quality: 95 });
  }

  /** Shows the screen as it stands, for as long as the words take to read; without words, for a glance. */
  async show(name?: string, about: { poster?: boolean } = {}): Promise<void> {
    await settled(this.page);
    const caption = name === undefined ? undefined : this.words(name);
    this.shots.push({
      image: await this.take(),
      seconds: caption === undefined ? GLANCE_SECONDS : LOOK_SECONDS + lettersOf(caption) / CHARACTERS_A_SECOND,
      enter: this.enter,
      ...(caption !== undefined && { caption }),
      ...(about.poster && { poster: true }),
    });
    this.enter = 'fade';
  }

  /** Touches something that the last picture shows. */
  async tap(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    const last = this.shots.at(-1);
    if (!box || !last) throw new Error(`nothing to touch: ${target}`);
    last.touch = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await target.click();
  }

  /** Writes into a field, one character after the other. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    for (const character of text) {
      await field.pressSequentially(character);
      this.shots.push({ image: await this.take(), seconds: 3 * MOVE_SECONDS, enter: 'cut' });
    }
    this.enter = 'cut';
  }

  /** Scrolls calmly until an element is in the middle. */
  async scrollTo(target: Locator): Promise<void> {
    const [from, to] = await target.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      const most = document.documentElement.scrollHeight - window.innerHeight;
      return [scrollY, Math.min(most, Math.max(0, scrollY + top - (window.innerHeight - height) / 2))] as const;
    });
    for (let step = 1; step <= MOVE_STEPS; step++) {
      const eased = (1 - Math.cos((Math.PI * step) / MOVE_STEPS)) / 2;
      await this.page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), from + (to - from) * eased);
      this.shots.push({ image: await this.take(), seconds: MOVE_SECONDS, enter: 'cut' });
    }
    this.enter = 'cut';
  }
}
