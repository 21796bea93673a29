import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api';
import { i18n, loadLocale, setLocale } from '../i18n';
import { expectAccessible, renderWithProviders } from '../testing';
import { CopyButton } from './copy-button';
import { Countdown } from './countdown';
import { ErrorState } from './error-state';
import { LanguageMenu } from './language-menu';
import { LoadingOverlay } from './loading-overlay';
import { OfflineBanner } from './offline-banner';
import { ShareButton } from './share-button';
import { toast } from './toast';
import { CallFailure } from './unfinished';

declare module '../i18n/resources' {
  interface TextNamespaces {
    parting: { bye: string };
  }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('messages that come and go', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('a toast stays four seconds in a live region, and the same text does not stand there twice', async () => {
    renderWithProviders(<p>page</p>);
    act(() => {
      toast.success('saved');
      toast.success('saved');
    });
    const region = screen.getByRole('region', { name: 'Notifications' });
    expect(region.getAttribute('aria-live')).toBe('polite');
    expect(region.textContent).toBe('saved');
    await pass(3900);
    expect(region.textContent).toBe('saved');
    await pass(200);
    expect(region.textContent).toBe('');
  });

  it('toasts do not stack: the next one has its turn soon, and none is lost', async () => {
    renderWithProviders(<p>page</p>);
    act(() => {
      toast.error('refused');
      toast.info('copied');
    });
    const region = screen.getByRole('region', { name: 'Notifications' });
    expect(region.textContent).toBe('refused');
    await pass(1600);
    expect(region.textContent).toBe('copied');
    await pass(3700);
    expect(region.textContent).toBe('copied');
    await pass(400);
    expect(region.textContent).toBe('');
  });

  it('the loader shows after 200 ms only', async () => {
    const { rerender } = renderWithProviders(<LoadingOverlay active />);
    await pass(190);
    expect(screen.queryByRole('status')).toBeNull();
    await pass(20);
    expect(screen.getByRole('status').textContent).toBe('Loading');
    rerender(<LoadingOverlay active={false} />);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('the countdown ticks every second and ends once at 00:00', async () => {
    const end = vi.fn();
    renderWithProviders(<Countdown until={Date.now() + 61_000} onEnd={end} />);
    expect(screen.getByRole('timer').textContent).toBe('01:01');
    await pass(1000);
    expect(screen.getByRole('timer').textContent).toBe('01:00');
    await pass(59_000);
    expect(screen.getByRole('timer').textContent).toBe('00:01');
    expect(end).not.toHaveBeenCalled();
    await pass(5000);
    expect(screen.getByRole('timer').textContent).toBe('00:00');
    expect(end).toHaveBeenCalledTimes(1);
  });

  it('a countdown within a control is told by its digits', () => {
    renderWithProviders(
      <button type="button">
        Pay <Countdown until={Date.now() + 61_000} plain />
      </button>,
    );
    expect(screen.getByRole('button', { name: 'Pay 01:01' })).toBeTruthy();
  });
});

describe('copying', () => {
  it("says 'Copied: {text}'", async () => {
    const { user } = renderWithProviders(<CopyButton text="0123456789" label="Copy account" />);
    await user.click(screen.getByRole('button', { name: 'Copy account' }));
    expect(await screen.findByText('Copied: 0123456789')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe('0123456789');
  });

  it('copies nothing while something has to come before, and copies with the tap after it', async () => {
    let ready = false;
    const { user } = renderWithProviders(<CopyButton text="later" mayCopy={() => ready} />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(screen.queryByText('Copied: later')).toBeNull();
    ready = true;
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied: later')).toBeDefined();
  });

  it("says 'Failed to copy' when neither way works", async () => {
    const { user } = renderWithProviders(<CopyButton text="x" />);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Failed to copy')).toBeDefined();
  });
});

describe('sharing', () => {
  const receipt = { title: 'Withdrawal', text: '500.00 baht', label: 'Share receipt' };
  const press = async () => {
    const { user } = renderWithProviders(<ShareButton {...receipt} />);
    await user.click(screen.getByRole('button', { name: 'Share receipt' }));
  };
  const sheet = (share: typeof navigator.share) => Object.assign(navigator, { share });
  afterEach(() => Reflect.deleteProperty(navigator, 'share'));

  it('hands the text to the share sheet', async () => {
    const share = vi.fn().mockResolvedValue(undefined);
    sheet(share);
    await press();
    expect(share).toHaveBeenCalledWith({ title: 'Withdrawal', text: '500.00 baht' });
    expect(screen.queryByText(/Copied/)).toBeNull();
  });

  it('takes a sheet that is closed for no failure', async () => {
    sheet(() => Promise.reject(new DOMException('closed', 'AbortError')));
    await press();
    expect(screen.queryByText(/Copied|Failed/)).toBeNull();
  });

  it.each([
    ['there is no sheet', undefined],
    ['the browser refuses to open it', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
  ])('copies the text where %s', async (_, share) => {
    if (share) sheet(share);
    await press();
    expect(await screen.findByText('Copied: Withdrawal')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe('500.00 baht');
  });
});

describe('a place that failed', () => {
  it('says what happened, gives the reference and tries again', async () => {
    const retry = vi.fn();
    const { user } = renderWithProviders(
      <ErrorState error={new ApiError('NO_WALLET', { requestId: 'r-1' })} onRetry={retry} />,
    );
    expect(screen.getByRole('alert').textContent).toContain('no wallet information found for this user');
    expect(screen.getByText('Reference r-1')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledTimes(1);
    await expectAccessible();
  });

  it('the banner stands while the browser is offline', () => {
    renderWithProviders(<OfflineBanner />);
    expect(screen.getByRole('status').textContent).toBe('');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByRole('status').textContent).toContain('No internet connection');
  });
});

it.each([
  ['at the end of the screen', [], { top: 'auto', bottom: '138px' }],
  ['below it, above a low dialog', [480], { top: '104px', bottom: '' }],
])('a toast leaves the banner that there is no connection free: %s', (_, heads, place) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  document.documentElement.style.scrollPaddingBottom = '138px';
  const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.hasAttribute('data-offline') ? new DOMRect(0, 64, 360, 40) : new DOMRect(0, heads[0] ?? 0, 360, 66);
  });
  renderWithProviders(
    <>
      <OfflineBanner />
      {heads.map((top) => (
        <div key={top}>
          <div data-dialog-head="" />
        </div>
      ))}
    </>,
  );
  act(() => toast.error(`offline ${place.top}`));
  const { style } = screen.getByRole('region', { name: 'Notifications' });
  expect({ top: style.top, bottom: style.bottom }).toEqual(place);
  measured.mockRestore();
  document.documentElement.style.scrollPaddingBottom = '';
});

describe('the language menu', () => {
  it('changes the language and has the present one disabled', async () => {
    const { user } = renderWithProviders(<LanguageMenu />);
    await user.click(screen.getByRole('button', { name: 'Language: English' }));
    expect(screen.getByRole<HTMLButtonElement>('menuitem', { name: 'English' }).disabled).toBe(true);
    await expectAccessible();
    await user.click(screen.getByRole('menuitem', { name: 'ລາວ' }));
    expect(await screen.findByRole('button', { name: 'ພາສາ: ລາວ' })).toBe(document.activeElement);
    await act(() => setLocale('en'));
  });

  it('is worked with the keyboard', async () => {
    const { user } = renderWithProviders(<LanguageMenu />);
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('ไทย');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('ລາວ');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement?.getAttribute('aria-haspopup')).toBe('menu');
  });

  it('whose texts came in part says so, and the language can be chosen again', async () => {
    const lao = vi.fn<() => Promise<object>>().mockRejectedValueOnce(new TypeError('offline'));
    lao.mockResolvedValue({ bye: 'ລາກ່ອນ' });
    const english = () => Promise.resolve({ bye: 'bye' });
    await loadLocale('parting', { th: english, la: lao, en: english });
    const { user } = renderWithProviders(<LanguageMenu />);
    await user.click(screen.getByRole('button', { name: 'Language: English' }));
    await user.click(screen.getByRole('menuitem', { name: 'ລາວ' }));
    expect(await screen.findByText(/^ເຊື່ອມຕໍ່ບໍ່ໄດ້/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'ພາສາ: ລາວ' }));
    await user.click(screen.getByRole('menuitem', { name: 'ລາວ' }));
    await waitFor(() => expect(i18n.t('bye', { ns: 'parting' })).toBe('ລາກ່ອນ'));
    await user.click(screen.getByRole('button', { name: 'ພາສາ: ລາວ' }));
    expect(screen.getByRole<HTMLButtonElement>('menuitem', { name: 'ລາວ' }).disabled).toBe(true);
    await act(() => setLocale('en'));
  });
});

it.each([
  ['no answer', new ApiError('NETWORK'), true],
  ['a time-out', new ApiError('TIMEOUT'), true],
  ['a server that failed', new ApiError('INTERNAL_SERVER_ERROR', { status: 500 }), true],
  ['the first of two still under way', new ApiError('IDEMPOTENCY_CONFLICT', { status: 409 }), true],
  ['a refusal', new ApiError('MONEY_NOT_ENOUGH', { status: 409 }), false],
  ['a party that failed, by its own code', new ApiError('TRANSFER_FAIL', { status: 502 }), false],
])('what nobody knows the end of is told apart from a refusal: %s', (_, error, unknown) => {
  renderWithProviders(<CallFailure error={error} title="Refused" />);
  act(() => toast.failure(error));
  const note = screen.getByRole('alert');
  const said = screen.getByRole('region', { name: 'Notifications' }).textContent ?? '';
  expect(note.textContent?.startsWith('Refused')).toBe(!unknown);
  for (const text of [note.textContent, said])
    expect(text?.includes('We do not know yet how this ended')).toBe(unknown);
  expect(said.includes('Trying again is safe')).toBe(unknown);
});
