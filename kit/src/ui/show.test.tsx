import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible, renderWithProviders } from '../testing';
import { Alert } from './alert';
import { BankLogo } from './bank-logo';
import { Card } from './card';
import { DateTime } from './date-time';
import { EmptyState } from './empty-state';
import { Logo } from './logo';
import { Money } from './money';
import { pageWindow } from './page-window';
import { Pager } from './pager';
import { QrImage } from './qr-image';
import { RelativeTime } from './relative-time';
import { SafeHtml } from './safe-html';
import { Skeleton } from './skeleton';
import { Stepper } from './stepper';
import { Tabs } from './tabs';

describe('HTML of the server', () => {
  const shown = (html: string) => render(<SafeHtml html={html} />).container.innerHTML;

  it.each([
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="//evil.example">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><input name="password"><button>go</button></form>',
    '<p style="position:fixed;inset:0">x</p>',
    '<p id="root" class="toast">x</p>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<base href="https://evil.example"><meta http-equiv="refresh" content="0">',
    '<img src="https://evil.example/pixel.gif">',
  ])('%s loses what could run, mislead or tell', (html) => {
    expect(shown(html)).not.toMatch(
      /alert|evil|onerror|style=|id="root"|class="toast"|<(form|input|button|iframe|base|meta|script)/i,
    );
  });

  it('keeps what the operator meant, and opens outside links apart', () => {
    const html = shown(
      '<p>Read <b>this</b> <a href="https://line.me/x">LINE</a> <a href="/user/home">home</a> <img src="/media/a.png"></p>',
    );
    expect(html).toContain('<b>this</b>');
    expect(html).toContain('href="https://line.me/x" target="_blank" rel="noopener noreferrer"');
    expect(html).toMatch(/<a href="\/user\/home">home<\/a>/);
    expect(html).toMatch(/<img[^>]*src="\/media\/a.png"[^>]*>/);
  });
});

describe('a QR code', () => {
  it('is shown as an image only, with the namespace it needs', () => {
    render(<QrImage markup={'<div><svg viewBox="0 0 1 1"><script>alert(1)</script></svg></div>'} />);
    const source = screen.getByAltText('Payment QR code').getAttribute('src') ?? '';
    expect(decodeURIComponent(source)).toMatch(
      /^data:image\/svg\+xml;charset=utf-8,<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox/,
    );
    expect(document.querySelector('script, svg')).toBeNull();
  });

  it('is nothing when the markup holds none', () => {
    render(<QrImage markup="<p>sorry</p>" />);
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('the pager', () => {
  it.each([
    [1, 20, [1, 2]],
    [2, 20, [1, 2, 3]],
    [6, 20, [3, 4, 5, 6, 7]],
    [20, 20, [17, 18, 19, 20]],
    [1, 1, [1]],
  ])('on page %s of %s offers %s', (page, pages, window) => {
    expect(pageWindow(page, pages)).toEqual(window);
  });

  it('leads to the pages and says where one is', async () => {
    const change = vi.fn();
    const { user } = renderWithProviders(<Pager page={2} total={41} pageSize={10} onPageChange={change} />);
    expect(screen.getByRole('button', { name: 'Page 2', current: 'page' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Page 1' }));
    expect(change.mock.calls).toEqual([[3], [1]]);
    await expectAccessible();
  });

  it('is not there for one page', () => {
    renderWithProviders(<Pager page={1} total={10} pageSize={10} onPageChange={() => undefined} />);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('tabs', () => {
  it('keep what was entered in a panel that was left', async () => {
    const items = [
      { value: 'a', label: 'Bank', content: <input aria-label="amount" /> },
      { value: 'b', label: 'QR', content: 'code' },
    ];
    const { user } = renderWithProviders(<Tabs label="Deposit" items={items} />);
    await user.type(screen.getByLabelText('amount'), '100');
    await user.click(screen.getByRole('tab', { name: 'QR' }));
    expect(screen.getByRole('tabpanel', { name: 'QR' }).textContent).toBe('code');
    await user.click(screen.getByRole('tab', { name: 'Bank' }));
    expect(screen.getByLabelText<HTMLInputElement>('amount').value).toBe('100');
    await expectAccessible();
  });
});

describe('what stands still', () => {
  it('a stepper shows the way and cannot be pressed', () => {
    renderWithProviders(<Stepper steps={['Phone', 'OTP', 'Profile']} current={1} />);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Phone (Done)', 'OTP', 'Profile']);
    expect(screen.getByText('Step 2 of 3')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('amounts and dates read as the specification has them', () => {
    const { container } = render(
      <>
        <p>
          <Money value={1234.5} currency="BAHT" />
        </p>
        <p>
          <Money value={100} statementType="DEPOSIT" />
        </p>
        <p>
          <Money value={undefined} />
        </p>
        <p>
          <DateTime value="2026-01-31T17:00:00Z" />
        </p>
        <p>
          <DateTime value="2026-01-31T17:00:00Z" dateOnly />
        </p>
        <p>
          <RelativeTime value={Date.now() - 120_000} />
        </p>
      </>,
    );
    const texts = [...container.querySelectorAll('p')].map((line) => line.textContent);
    expect(texts).toEqual(['1,234.50 baht', '+100.00', '-', '01/02/2026 00:00:00', '01/02/2026', '2 minutes ago']);
  });

  it('the hero is one amount to a screen reader', () => {
    render(<Money size="hero" value={12_450.75} currency="LAK" />);
    expect(screen.getByText('12,450.75 kip')).toBeDefined();
  });

  it('is accessible together', async () => {
    renderWithProviders(
      <main>
        <Logo name="Krapao" />
        <Logo />
        <BankLogo code="KBANK" />
        <Card aria-busy="true">
          <Skeleton width="60%" />
        </Card>
        <Alert tone="danger" title="Note">
          text
        </Alert>
        <EmptyState icon={null} title="Nothing yet" text="Deposit first" />
      </main>,
    );
    await expectAccessible();
  });
});
