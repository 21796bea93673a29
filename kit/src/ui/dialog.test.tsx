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

describe('a dialog', () => {
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

  it('is closed by the back button, one layer at a time', async () => {
    const { user } = renderWithProviders(<Screen />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(await screen.findByRole('button', { name: 'Ask' }));
    await screen.findByRole('alertdialog', { name: 'Second' });
    await settled();
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.queryByRole('dialog', { name: 'First' })).not.toBeNull();
    window.history.back();
    await gone('First');
  });

  it('leaves no history entry of its own behind when it is closed otherwise', async () => {
    window.history.replaceState({ idx: 4 }, '');
    const { user } = renderWithProviders(<Screen />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'First' });
    await settled();
    expect(window.history.state).toMatchObject({ idx: 4, krapaoLayer: { depth: 1 } });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await gone('First');
    await waitFor(() => expect(window.history.state).toEqual({ idx: 4 }));
  });

  it.each([
    ['reaches the top of the screen', 24, '90px'],
    ['lies further down', 480, '0px'],
  ])('keeps its heading free of toasts where it %s', async (_, head, top) => {
    const { user } = renderWithProviders(<Screen />);
    act(() => toast.success(`copied ${top}`));
    const region = screen.getByRole('region', { name: 'Notifications' });
    expect(region.style.top).toBe('0px');
    const measured = vi
      .spyOn(Element.prototype, 'getBoundingClientRect')
      .mockReturnValue(new DOMRect(0, head, 360, 66));
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'First' });
    await waitFor(() => expect(region.style.top).toBe(top));
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
});
