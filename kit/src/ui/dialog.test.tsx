import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible, renderWithProviders } from '../testing';
import { Button } from './button';
import { Dialog } from './dialog';
import { toast } from './toast';

function Screen() {
  const [first, setFirst] = useState(false);
  const [second, setSecond] = useState(false);
  return (
    <>
      <Button onClick={() => setFirst(true)}>Open</Button>
      <Dialog
        open={first}
        onClose={() => setFirst(false)}
        title="First"
        footer={<Button onClick={() => setSecond(true)}>Ask</Button>}
      >
        body
      </Dialog>
      <Dialog open={second} onClose={() => setSecond(false)} title="Second" role="alertdialog">
        sure?
      </Dialog>
    </>
  );
}

const gone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
const settled = () => new Promise((resolve) => setTimeout(resolve, 30));
/** The history has so many entries of layers. */
const deep = (depth: number) => waitFor(() => expect(window.history.state?.krapaoLayer?.depth ?? 0).toBe(depth));

describe('a dialog', () => {
  it('is gone also when the end of its closing animation was missed', async () => {
    const real = window.getComputedStyle;
    vi.spyOn(window, 'getComputedStyle').mockImplementation((element, pseudo) =>
      Object.defineProperties(real(element, pseudo), {
        animationName: { get: () => (element.getAttribute('data-state') === 'closed' ? 'sink' : 'rise') },
        animationDuration: { value: '120ms' },
      }),
    );
    const { user } = renderWithProviders(<Screen />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const dialog = await screen.findByRole('dialog', { name: 'First' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await settled(); // the library knows the animation that opened it
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.querySelector('[data-scope="dialog"]')).toBeNull());
    vi.restoreAllMocks();
  });

  it('has a name, holds the focus and gives it back when Esc closes it', async () => {
    const { user } = renderWithProviders(<Screen />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const dialog = await screen.findByRole('dialog', { name: 'First' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await expectAccessible(dialog);
    await user.keyboard('{Escape}');
    await gone('First');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
  });

  it('gives the focus back to what opened it, also when a key moved it on before the dialog had it', async () => {
    renderWithProviders(
      <>
        <Screen />
        <button type="button">Behind</button>
      </>,
    );
    const open = screen.getByRole('button', { name: 'Open' });
    act(() => {
      open.focus();
      open.click();
    });
    expect(document.activeElement, 'the dialog has the focus a frame later').toBe(open);
    act(() => screen.getByRole('button', { name: 'Behind' }).focus());
    const dialog = await screen.findByRole('dialog', { name: 'First' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await userEvent.setup().keyboard('{Escape}');
    await gone('First');
    await waitFor(() => expect(document.activeElement).toBe(open));
  });

  it('is closed by the back button, one layer at a time', async () => {
    const { user } = renderWithProviders(<Screen />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(await screen.findByRole('button', { name: 'Ask' }));
    await screen.findByRole('alertdialog', { name: 'Second' });
    await deep(2);
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.queryByRole('dialog', { name: 'First' })).not.toBeNull();
    window.history.back();
    await gone('First');
  });

  it('has the back button lead a step back within it, and only then out of it', async () => {
    function Steps() {
      const [open, setOpen] = useState(true);
      const [last, setLast] = useState(false);
      return (
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          onBack={last ? () => setLast(false) : undefined}
          title="First"
          footer={<Button onClick={() => setLast(!last)}>{last ? 'Change' : 'Continue'}</Button>}
        >
          body
        </Dialog>
      );
    }
    const { user } = renderWithProviders(<Steps />);
    const goOn = async () => user.click(await screen.findByRole('button', { name: 'Continue' }));
    await goOn();
    await deep(2);
    window.history.back();
    await goOn();
    await deep(2);
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await deep(1);
    expect(screen.queryByRole('dialog', { name: 'First' })).not.toBeNull();
    window.history.back();
    await gone('First');
  });

  it('is closed by a tap beside it, but not by the second one of the two taps that opened it', async () => {
    const { user } = renderWithProviders(<Screen />);
    const opened = Date.now();
    const now = vi.spyOn(Date, 'now').mockReturnValue(opened);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'First' });
    await settled();
    now.mockReturnValue(opened + 400);
    await user.click(document.body);
    await settled();
    expect(screen.queryByRole('dialog', { name: 'First' })).not.toBeNull();
    now.mockReturnValue(opened + 600);
    // It listens to taps a few frames after it has the focus.
    await waitFor(async () => {
      await user.click(document.body);
      expect(screen.queryByRole('dialog', { name: 'First' })).toBeNull();
    });
    now.mockRestore();
    await deep(0);
  });

  it('leaves no history entry of its own behind when it is closed otherwise', async () => {
    window.history.replaceState({ idx: 4 }, '');
    const { user } = renderWithProviders(<Screen />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'First' });
    await deep(1);
    expect(window.history.state).toMatchObject({ idx: 4 });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await gone('First');
    await waitFor(() => expect(window.history.state).toEqual({ idx: 4 }));
  });

  it.each([
    ['fills the screen', { fill: true, top: 0 }, { top: '66px', bottom: '' }],
    [
      'reaches the top of the screen',
      { fill: false, top: 24 },
      { top: 'auto', bottom: `${window.innerHeight - 640}px` },
    ],
    ['lies further down', { fill: false, top: 480 }, { top: '0px', bottom: '' }],
  ])('keeps its heading, tabs, newest entry and buttons free of toasts where it %s', (_, { fill, top }, place) => {
    const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      if (this.hasAttribute('data-dialog-head')) return new DOMRect(0, top, 360, 66);
      return this.hasAttribute('data-dialog-foot')
        ? new DOMRect(0, 640, 360, 128)
        : new DOMRect(0, top, 360, 768 - top);
    });
    renderWithProviders(
      <Dialog open fill={fill} title="First" onClose={() => undefined} footer={<button type="button">Send</button>}>
        <p>all of it</p>
      </Dialog>,
    );
    act(() => toast.success(`copied ${top}`));
    const { style } = screen.getByRole('region', { name: 'Notifications' });
    expect({ top: style.top, bottom: style.bottom }).toEqual(place);
    measured.mockRestore();
  });

  it('leaves toasts readable above it', async () => {
    const { user } = renderWithProviders(<Screen />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'First' });
    await settled();
    toast.error('failed');
    const message = await screen.findByRole('button', { name: 'failed' });
    expect(message.closest('[aria-hidden=true]')).toBeNull();
    // The style sheet, which tests do not load, keeps toasts in reach of the pointer.
    await userEvent.setup({ pointerEventsCheck: 0 }).click(message);
    expect(screen.queryByRole('button', { name: 'failed' })).toBeNull();
    expect(screen.queryByRole('dialog', { name: 'First' })).not.toBeNull();
  });

  it('that fills the screen keeps above the keyboard of a phone', async () => {
    const viewport = Object.assign(new EventTarget(), { height: 780, offsetTop: 0, scale: 1 });
    vi.stubGlobal('visualViewport', viewport);
    renderWithProviders(
      <Dialog open fill title="Talk" onClose={() => undefined}>
        <p>all of it</p>
      </Dialog>,
    );
    const place = (await screen.findByRole('dialog', { name: 'Talk' })).parentElement as HTMLElement;
    expect(place.style.height).toBe('780px');
    act(() => {
      Object.assign(viewport, { height: 420, offsetTop: 30 });
      viewport.dispatchEvent(new Event('resize'));
    });
    expect([place.style.height, place.style.top]).toEqual(['420px', '30px']);
    act(() => {
      Object.assign(viewport, { height: 390, scale: 2 });
      viewport.dispatchEvent(new Event('resize'));
    });
    expect(place.style.height).toBe('');
    vi.unstubAllGlobals();
  });
});
