import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLocale } from '../i18n';
import { expectAccessible, renderWithProviders } from '../testing';
import { ConfirmDialog } from './confirm-dialog';
import { VideoDialog } from './video-dialog';

const settled = () => new Promise((resolve) => setTimeout(resolve, 30));
const nothing = () => undefined;
/** The back button, as far as the page has heard of it; the entry of the open layer is there before and after. */
async function goBack() {
  const isThere = () => waitFor(() => expect(window.history.state?.krapaoLayer?.depth).toBe(1));
  await isThere();
  const heard = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  window.history.back();
  await heard;
  await isThere();
}

describe('a confirmation', () => {
  const shown = (props: { loading?: boolean; onClose?: () => void; onConfirm?: () => void }) => (
    <ConfirmDialog open onClose={nothing} onConfirm={nothing} title="End bonus" tone="danger" {...props}>
      All credit in games is lost.
    </ConfirmDialog>
  );

  it('reads out what will happen, and asks before it does it', async () => {
    const confirm = vi.fn();
    const close = vi.fn();
    const { user } = renderWithProviders(shown({ onConfirm: confirm, onClose: close }));
    const dialog = await screen.findByRole('alertdialog', { name: 'End bonus' });
    const told = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(told?.textContent).toBe('All credit in games is lost.');
    await expectAccessible(dialog);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([close.mock.calls.length, confirm.mock.calls.length]).toEqual([1, 0]);
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  it('cannot be confirmed twice, and nothing closes it while it is under way', async () => {
    const confirm = vi.fn();
    const close = vi.fn();
    const { user, rerender } = renderWithProviders(shown({ onConfirm: confirm, onClose: close, loading: true }));
    const busy = await screen.findByRole('button', { name: 'Confirm', busy: true });
    await user.click(busy);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('{Escape}');
    await settled();
    await goBack();
    await goBack();
    expect([close.mock.calls.length, confirm.mock.calls.length]).toEqual([0, 0]);
    rerender(shown({ onClose: close }));
    window.history.back();
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
  });
});

describe('a film', () => {
  const CAPTIONS = { th: '/help/a.th.vtt', la: '/help/a.la.vtt', en: '/help/a.en.vtt' };
  const film = (open = true) => (
    <VideoDialog open={open} onClose={nothing} title="How to deposit" src="/help/a.mp4" captions={CAPTIONS} />
  );
  const video = () => screen.findByLabelText<HTMLVideoElement>('How to deposit', { selector: 'video' });
  const pause = vi.fn();
  beforeEach(() => {
    pause.mockClear();
    HTMLMediaElement.prototype.pause = pause;
  });

  it("has captions in every language, and the member's is shown", async () => {
    await setLocale('la');
    renderWithProviders(film());
    const tracks = [...(await video()).querySelectorAll('track')];
    expect(tracks.map((track) => [track.kind, track.srclang, track.label, track.default])).toEqual([
      ['captions', 'th', 'ไทย', false],
      ['captions', 'lo', 'ລາວ', true],
      ['captions', 'en', 'English', false],
    ]);
    await expectAccessible(await screen.findByRole('dialog'));
  });

  it('stops when the dialog closes', async () => {
    const { rerender } = renderWithProviders(film());
    await video();
    rerender(film(false));
    expect(pause).toHaveBeenCalled();
    await waitFor(() => expect(document.querySelector('video')).toBeNull());
  });

  it('that cannot be played says so and tries again', async () => {
    const { user } = renderWithProviders(film());
    fireEvent.error(await video());
    expect(screen.getByRole('alert').textContent).toContain('The video could not be played');
    await expectAccessible(screen.getByRole('dialog'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await video()).toBeDefined();
  });
});
