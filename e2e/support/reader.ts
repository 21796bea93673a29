import { type CDPSession, expect, type Page } from './test.ts';

/** What assistive technology is told about one element. */
export interface Said {
  role: string;
  name: string;
  description: string;
  /** The states it is in: `invalid`, `required`, `expanded`, `checked`, `disabled`. */
  states: string[];
}

const STATES = ['invalid', 'required', 'expanded', 'checked', 'disabled'];

/** A space that breaks no line is read as any other. */
const withSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

/** Whether the last dialog that is open has the focus, if one is. In the page. */
function dialogHasFocus(): boolean {
  const open = [...document.querySelectorAll('[role$=dialog][data-state=open]')].at(-1);
  return !open || open.contains(document.activeElement);
}

/** Walks a page without a pointer, and hears what a screen reader would say. */
export class Reader {
  private constructor(
    private readonly page: Page,
    private readonly devtools: CDPSession,
    private readonly spoken: string[],
  ) {}

  /** Starts to listen; call it before the page is opened. */
  static async of(page: Page): Promise<Reader> {
    const spoken: string[] = [];
    await page.exposeBinding('krapaoSpoken', (_source, text: string) => spoken.push(text));
    await page.addInitScript(() => {
      const live = '[aria-live]:not([aria-live=off]), [role=alert], [role=status], [role=log]';
      const speak = (window as unknown as { krapaoSpoken: (text: string) => void }).krapaoSpoken;
      new MutationObserver((changes) => {
        const regions = new Set<Element>();
        for (const { target, addedNodes } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          const region = element?.closest(live);
          if (region) regions.add(region);
          for (const node of addedNodes) {
            if (!(node instanceof Element)) continue;
            if (node.matches(live)) regions.add(node);
            for (const inside of node.querySelectorAll(live)) regions.add(inside);
          }
        }
        for (const region of regions) {
          const text = region.textContent?.replace(/\s+/g, ' ').trim();
          if (text) speak(text);
        }
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Accessibility.enable');
    return new Reader(page, devtools, spoken);
  }

  /** What is said about the element that has the focus. */
  async focused(): Promise<Said> {
    const { result } = await this.devtools.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = await this.devtools.send('Accessibility.getPartialAXTree', {
      ...(result.objectId && { objectId: result.objectId }),
      fetchRelatives: false,
    });
    const node = nodes[0];
    const states = (node?.properties ?? [])
      .filter(({ name, value }) => STATES.includes(name) && value.value !== false && value.value !== 'false')
      .map(({ name }) => name);
    return {
      role: String(node?.role?.value ?? ''),
      name: withSpaces(String(node?.name?.value ?? '')),
      description: withSpaces(String(node?.description?.value ?? '')),
      states,
    };
  }

  /**
   * Presses Tab until the focus is on this element; on the way everything focused has a name, and is seen to have the
   * focus.
   */
  async tabTo(role: string, name: string | RegExp): Promise<Said> {
    await expect
      .poll(() => this.page.evaluate(dialogHasFocus), { message: 'an open dialog takes the focus' })
      .toBe(true);
    const passed: string[] = [];
    for (let presses = 0; presses < 60; presses++) {
      const said = await this.focused();
      if (said.role === role && (typeof name === 'string' ? said.name === name : name.test(said.name))) return said;
      await this.page.keyboard.press('Tab');
      const now = await this.focused();
      passed.push(`${now.role} "${now.name}"`);
      // The browser's own controls, and what the page itself gave the focus to.
      if (await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.tabIndex === -1)) continue;
      expect(now.name, `the name of ${now.role} after ${passed.join(', ')}`).not.toBe('');
      expect(await this.shows(), `the focus is seen on ${now.role} "${now.name}"`).toBe(true);
    }
    throw new Error(`no ${role} "${name}" among ${passed.join(', ')}`);
  }

  /**
   * Whether the focused element stands on the screen and is marked: by an outline, or by what is drawn around it in the
   * colour of the focus.
   */
  private async shows(): Promise<boolean> {
    const seen = () =>
      this.page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'var(--color-focus)';
        const colour = getComputedStyle(probe).color;
        probe.remove();
        let element = document.activeElement;
        if (!element) return false;
        const { top, bottom, left, right } = element.getBoundingClientRect();
        if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return false;
        const own = getComputedStyle(element);
        if (own.outlineStyle !== 'none' && Number.parseFloat(own.outlineWidth) >= 2) return true;
        for (let out = 0; element && out < 4; out++, element = element.parentElement) {
          for (const drawn of [element, ...(out < 2 ? (element.parentElement?.querySelectorAll('*') ?? []) : [])]) {
            const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(drawn);
            if ((outlineStyle !== 'none' && outlineColor === colour) || boxShadow.includes(colour)) return true;
          }
        }
        return false;
      });
    // The mark may come in a moment's transition, and a page may still be scrolling.
    return expect
      .poll(seen)
      .toBe(true)
      .then(
        () => true,
        () => false,
      );
  }

  /** Waits until a live region has said this, and forgets what was said so far. */
  async hears(text: string | RegExp): Promise<void> {
    await expect
      .poll(
        () =>
          this.spoken.some((line) =>
            typeof text === 'string' ? withSpaces(line).includes(text) : text.test(withSpaces(line)),
          ),
        {
          message: `nobody says "${text}"; said was: ${this.spoken.join(' | ')}`,
        },
      )
      .toBe(true);
    this.spoken.length = 0;
  }
}
