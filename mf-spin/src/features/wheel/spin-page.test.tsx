import { getToken, setToken } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getSpinWheelResponseMock } from '../../api/gen/portal.msw';
import { server } from '../../testing/server';
import { wheelOf } from '../../testing/wheel';
import { sectorAt } from './landing';
import SpinPage from './spin-page';

/** jsdom moves nothing: animations that end when the test says so, and what they were asked to do. */
function animations() {
  const asked: { element: Element; frames: Keyframe[]; timing: KeyframeAnimationOptions; finish: () => void }[] = [];
  Element.prototype.animate = function animate(frames, timing) {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    asked.push({
      element: this,
      frames: frames as Keyframe[],
      timing: timing as KeyframeAnimationOptions,
      finish,
    });
    return { finished, cancel: () => undefined } as unknown as Animation;
  };
  vi.stubGlobal(
    'DOMMatrix',
    class {
      a = 1;
      b = 0;
    },
  );
  return {
    asked,
    /** The turning itself: the longest of the disc. */
    turning: () => asked.filter(({ element }) => element.hasAttribute('data-disc')).at(-1),
  };
}

const spinButton = () => screen.findByRole('button', { name: /^Spin/ });
const disc = (container: HTMLElement) => container.querySelector<HTMLElement>('[data-disc]');
const turnedBy = (container: HTMLElement) =>
  Number(/rotate\((-?[\d.e-]+)deg\)/.exec(disc(container)?.style.transform ?? '')?.[1]);

beforeEach(() => {
  setToken('somchai', { remember: false });
  // What jsdom does not have.
  Reflect.deleteProperty(Element.prototype, 'animate');
});

describe('the wheel at rest', () => {
  test("shows its name, its sectors, the member's coins and the price", async () => {
    wheelOf({ coins: 3 });
    const { container } = renderWithProviders(<SpinPage />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Lucky wheel' })).toBeTruthy();
    expect([...container.querySelectorAll('text')].map((text) => text.textContent)).toEqual(['100 baht', '10 baht']);
    expect((await spinButton()).textContent).toContain('3 coins');
    expect(screen.getByText('One spin takes 1 coin')).toBeTruthy();
    expect(sectorAt(turnedBy(container), 2)).toBe(0);
    await expectAccessible();
  });

  test.each([
    [0, 1],
    [2, 3],
  ])('does not spin with %i coins where a spin takes %i, and says why', async (coins, coinPerSpin) => {
    const state = wheelOf({ coins, coinPerSpin });
    const { user } = renderWithProviders(<SpinPage />);
    const button = await spinButton();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const why = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(why?.textContent).toMatch(/^You need \d coins? for a spin$/);
    await user.click(button);
    expect(state.spins).toEqual([]);
  });

  test('is a wheel of pictures that promises no prize when it is off', async () => {
    server.use(http.get('*/api/spinwheel/setup', () => HttpResponse.json({ message: 'NO_DATA' }, { status: 404 })));
    const { container } = renderWithProviders(<SpinPage />);
    expect(await screen.findByText('The wheel is closed right now')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Prize wheel');
    expect(container.querySelector('text')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Spin/ })).toBeNull();
    await expectAccessible();
  });

  test('that cannot be read says so and is read again', async () => {
    server.use(
      http.get('*/api/spinwheel/setup', () => HttpResponse.json({ message: 'SERVER_BUSY' }, { status: 503 }), {
        once: true,
      }),
    );
    const { user } = renderWithProviders(<SpinPage />);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Lucky wheel' })).toBeTruthy();
  });

  test('tells the odds and the seal of the next spin', async () => {
    const { user } = renderWithProviders(<SpinPage />);
    await user.click(await screen.findByRole('button', { name: 'Prize odds' }));
    const dialog = await screen.findByRole('dialog', { name: 'Prize odds' });
    expect(within(dialog).getByRole('row', { name: /100 baht/ }).textContent).toContain('10%');
    expect(within(dialog).getByRole('row', { name: /^10 baht/ }).textContent).toContain('90%');
    expect(within(dialog).getByText(/^0397cdee/)).toBeTruthy();
    await expectAccessible(dialog);
  });
});

describe('a spin', () => {
  test('without motion shows the prize at once, on the winning sector, and the others are dark', async () => {
    const state = wheelOf({ coins: 3 });
    const { container, user } = renderWithProviders(<SpinPage />);
    const timers = vi.spyOn(window, 'setTimeout');
    await user.click(await spinButton());
    const dialog = await screen.findByRole('dialog', { name: 'Congratulations! You received a coupon' });
    expect(timers, 'the 2 s for which a wheel that turned stands').not.toHaveBeenCalledWith(expect.anything(), 2000);
    expect(within(dialog).getByText('100 baht')).toBeTruthy();
    expect(sectorAt(turnedBy(container), 2)).toBe(0);
    expect(container.querySelectorAll('[data-disc] svg')).toHaveLength(2);
    expect(state.spins).toHaveLength(1);
    expect(state.spins[0]?.body.commitment).toMatch(/^0397cdee/);
    expect(state.spins[0]?.body.requestId).toBeTruthy();
    await expectAccessible(dialog);
    const read = state.setups;
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(state.setups).toBeGreaterThan(read));
    expect((await spinButton()).textContent).toContain('2 coins');
    expect(container.querySelectorAll('[data-disc] svg')).toHaveLength(1);
  });

  test.each([2, 8, 24])(
    'turns a wheel of %i sectors to the winning one, and shows the prize 2 s after',
    async (count) => {
      const moved = animations();
      const vibrated: number[][] = [];
      Object.defineProperty(navigator, 'vibrate', {
        configurable: true,
        value: (pattern: number[]) => vibrated.push(pattern),
      });
      onTestFinished(() => void Reflect.deleteProperty(navigator, 'vibrate'));
      const example = getSpinWheelResponseMock().result;
      if (!example) throw new Error('the contract has no example');
      const result = { ...example, code: `S${count}`, label: `Prize ${count}` };
      wheelOf({ slices: count, spins: [{ success: true, result }] });
      const { container, user } = renderWithProviders(<SpinPage />);
      await user.click(await spinButton());
      await waitFor(() => expect(moved.turning()?.timing.duration).toBeGreaterThanOrEqual(1200));
      expect(moved.turning()?.timing.duration).toBeLessThanOrEqual(2000);
      expect(
        moved.asked.flatMap(({ frames }) => frames).every(({ transform }) => String(transform).startsWith('rotate')),
      ).toBe(true);
      expect(screen.queryByRole('dialog')).toBeNull();
      const status = container.querySelector('[role=status]');
      expect(status?.textContent).toBe('The wheel is turning');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      await act(async () => moved.turning()?.finish());
      await act(async () => undefined);
      expect(sectorAt(turnedBy(container), count)).toBe(count - 1);
      expect(status?.textContent).toBe(`The wheel has stopped at Prize ${count}`);
      expect(vibrated.at(-1)).toEqual([28, 60, 60]);
      await act(async () => vi.advanceTimersByTime(1990));
      expect(screen.queryByRole('dialog')).toBeNull();
      await act(async () => vi.advanceTimersByTime(20));
      vi.useRealTimers();
      expect(await screen.findByRole('dialog', { name: /^Congratulations/ })).toBeTruthy();
    },
  );

  test('whose answer is lost is sent again under the same key, with the same request', async () => {
    const state = wheelOf({ spins: ['dead', getSpinWheelResponseMock()] });
    const { user } = renderWithProviders(<SpinPage />);
    await user.click(await spinButton());
    const trouble = await screen.findByRole('alert');
    expect(trouble.textContent).toContain('no connection');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('dialog', { name: /^Congratulations/ })).toBeTruthy();
    expect(state.spins).toHaveLength(2);
    expect(state.spins[1]).toEqual(state.spins[0]);
  });

  test('whose answer is lost can be given up, and the next one is another', async () => {
    const state = wheelOf({ spins: ['dead', getSpinWheelResponseMock()] });
    const { user } = renderWithProviders(<SpinPage />);
    await user.click(await spinButton());
    await user.click(await screen.findByRole('button', { name: 'Start a new one' }));
    await user.click(await spinButton());
    await screen.findByRole('dialog', { name: /^Congratulations/ });
    expect(state.spins[1]?.key).not.toBe(state.spins[0]?.key);
    expect(state.spins[1]?.body.requestId).not.toBe(state.spins[0]?.body.requestId);
  });

  test('that was cut off by a reload shows its prize once', async () => {
    const moved = animations();
    wheelOf();
    const first = renderWithProviders(<SpinPage />);
    await first.user.click(await spinButton());
    await waitFor(() => expect(moved.turning()?.timing.duration).toBeGreaterThanOrEqual(1200));
    cleanup();

    const again = renderWithProviders(<SpinPage />);
    const dialog = await screen.findByRole('dialog', { name: /^Congratulations/ });
    await again.user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();

    renderWithProviders(<SpinPage />);
    await spinButton();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test("that another member cut off is not this one's", async () => {
    const moved = animations();
    wheelOf();
    const { user } = renderWithProviders(<SpinPage />);
    await user.click(await spinButton());
    await waitFor(() => expect(moved.turning()?.timing.duration).toBeGreaterThanOrEqual(1200));
    cleanup();
    setToken('malee', { remember: false });
    expect(getToken()).toBe('malee');
    renderWithProviders(<SpinPage />);
    await spinButton();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('of a wheel that has changed takes nothing, says so, and the wheel is read anew', async () => {
    const state = wheelOf({ spins: [{ success: false, error: 'INVALID_PRIZE_CODE' }] });
    const { user } = renderWithProviders(<SpinPage />);
    const button = await spinButton();
    const read = state.setups;
    await user.click(button);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Invalid prize');
    expect(alert.textContent).toContain('No coin was taken');
    await waitFor(() => expect(state.setups).toBeGreaterThan(read));
  });

  test.each([
    ['MONEY_NOT_ENOUGH', 'You do not have enough coins for a spin'],
    ['NO_DATA', 'no data'],
    ['REQUEST_LIMIT', 'too many requests, please wait a moment'],
  ])('that is refused with %s says "%s"', async (code, text) => {
    wheelOf({ spins: [{ code }] });
    const { user } = renderWithProviders(<SpinPage />);
    await user.click(await spinButton());
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
