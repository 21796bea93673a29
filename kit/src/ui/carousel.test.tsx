import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible, renderWithProviders } from '../testing';
import { Carousel } from './carousel';

const SLIDE = 100;

/** jsdom draws nothing: a row in which `seen` slides of 100 px fit, and which goes where it is told to. */
function layOut(seen: number) {
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(seen * SLIDE);
  const whole = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return this.children.length * SLIDE;
  });
  const left = vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.parentElement ? [...this.parentElement.children].indexOf(this) * SLIDE : 0;
  });
  const scroll = vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(function (this: Element, ...args) {
    const wanted = (args[0] as ScrollToOptions).left ?? 0;
    this.scrollLeft = Math.max(0, Math.min(wanted, this.children.length * SLIDE - seen * SLIDE));
    fireEvent.scroll(this);
  });
  return { scroll, done: () => [width, whole, left, scroll].forEach((spy) => void spy.mockRestore()) };
}

const slides = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    key: String(index),
    content: <button type="button">{`Game ${index + 1}`}</button>,
  }));
const row = () => screen.getByRole('list', { name: 'Slots' });
const button = (name: string) => screen.getByRole('button', { name });
const off = (name: string) => button(name).getAttribute('aria-disabled') === 'true';

describe('a carousel', () => {
  let layout = layOut(6);
  afterEach(() => layout.done());

  it('shows six slides on a desktop and goes on by as many', async () => {
    layout = layOut(6);
    const { user } = renderWithProviders(<Carousel label="Slots" slides={slides(15)} />);
    expect(row().closest('section')?.style.getPropertyValue('--columns')).toBe('3');
    await user.click(button('Next slides'));
    expect(row().scrollLeft).toBe(6 * SLIDE);
    await user.click(button('Next slides'));
    expect(row().scrollLeft).toBe(9 * SLIDE);
    await user.click(button('Previous slides'));
    expect(row().scrollLeft).toBe(3 * SLIDE);
    await expectAccessible();
  });

  it('goes on by whole columns where two slides stand above each other', async () => {
    layout = layOut(6);
    vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
      return this.parentElement ? Math.floor([...this.parentElement.children].indexOf(this) / 2) * SLIDE : 0;
    });
    const { user } = renderWithProviders(<Carousel label="Slots" slides={slides(30)} />);
    await user.click(button('Next slides'));
    expect(row().scrollLeft).toBe(6 * SLIDE);
  });

  it('says at its ends that there is no more, and the button keeps the focus', async () => {
    layout = layOut(6);
    const { user } = renderWithProviders(<Carousel label="Slots" slides={slides(8)} />);
    expect([off('Previous slides'), off('Next slides')]).toEqual([true, false]);
    await user.click(button('Next slides'));
    expect([off('Previous slides'), off('Next slides')]).toEqual([false, true]);
    expect(document.activeElement).toBe(button('Next slides'));
  });

  it('is worked with the keyboard, slide by slide and to the ends', async () => {
    layout = layOut(2);
    const { user } = renderWithProviders(<Carousel label="Slots" slides={slides(5)} />);
    act(() => row().focus());
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(row().scrollLeft).toBe(2 * SLIDE);
    await user.keyboard('{ArrowLeft}');
    expect(row().scrollLeft).toBe(SLIDE);
    await user.keyboard('{End}');
    expect(row().scrollLeft).toBe(3 * SLIDE);
    await user.keyboard('{Home}');
    expect(row().scrollLeft).toBe(0);
  });

  it('leaves the motion to the style sheet, which knows the wish for less', async () => {
    layout = layOut(2);
    const { user } = renderWithProviders(<Carousel label="Slots" slides={slides(5)} />);
    await user.click(button('Next slides'));
    expect(layout.scroll.mock.calls.map(([options]) => Object.keys(options as unknown as object))).toEqual([['left']]);
  });

  it('has no buttons, and no stop of its own for the keyboard, when everything is seen', async () => {
    layout = layOut(6);
    renderWithProviders(<Carousel label="Slots" slides={slides(3)} />);
    expect(screen.queryByRole('button', { name: 'Next slides' })).toBeNull();
    expect(row().hasAttribute('tabindex')).toBe(false);
    await expectAccessible();
  });

  it('counts its slides where one is seen at a time', async () => {
    layout = layOut(1);
    const { user } = renderWithProviders(<Carousel label="Slots" slides={slides(3)} perView={1} plain />);
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.getByText('1 of 3').getAttribute('aria-live')).toBe('polite');
    await user.click(button('Next slides'));
    expect(screen.getByText('2 of 3')).toBeDefined();
    await expectAccessible();
  });
});
