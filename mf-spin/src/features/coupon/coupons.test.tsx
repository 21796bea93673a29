import { setToken } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../../testing/server';
import { coupons, wheelOf } from '../../testing/wheel';
import Coupons from './coupons';

beforeEach(() => setToken('somchai', { remember: false }));

const rows = () => screen.getAllByRole('row').slice(1);

async function openClaim(user: ReturnType<typeof renderWithProviders>['user'], label = 'Prize 1') {
  await user.click(await screen.findByRole('button', { name: `Claim ${label}` }));
  return screen.findByRole('dialog', { name: 'Receive prize' });
}

test('coupons stand three a page, with their number, prize, amount and the way to claim them', async () => {
  wheelOf({ coupons: coupons(7) });
  const { user } = renderWithProviders(<Coupons />);
  await screen.findByText('Prize 1');
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'No.',
    'Prize',
    'Amount',
    'Claim',
  ]);
  expect(rows()).toHaveLength(3);
  expect(rows()[0]?.textContent).toContain('Cash 100');
  expect(rows()[0]?.textContent).toContain('100.00');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(rows()).toHaveLength(1);
  expect(within(rows()[0] as HTMLElement).getByText('7')).toBeTruthy();
});

test.each([
  ['COIN', 5, '5 coins'],
  ['COIN', 1, '1 coin'],
  ['CODE', 0, '-'],
  ['ITEM', 0, '-'],
  ['BONUS', 12.5, '12.50'],
] as const)('the amount of %s %d is shown as %s', async (type, amount, text) => {
  wheelOf({ coupons: coupons(1, { type, amount }) });
  renderWithProviders(<Coupons />);
  expect(await screen.findByRole('cell', { name: text })).toBeTruthy();
});

test.each([
  ['Prize 1', 'CASH', ['Prize 1', '100.00']],
  ['Cash 100', 'CASH', ['Prize 1', 'Cash 100 · 100.00']],
  ['Prize 1', 'ITEM', ['Prize 1']],
] as const)('the prize %s of %s is named once before it is claimed', async (name, type, lines) => {
  wheelOf({
    coupons: coupons(1, { type }).map((coupon) => ({
      ...coupon,
      expireAt: undefined,
      prize: { ...coupon.prize, name },
    })),
  });
  const { user } = renderWithProviders(<Coupons />);
  const dialog = await openClaim(user);
  const prize = within(dialog).getByText('Prize 1').parentElement as HTMLElement;
  expect([...prize.children].map((line) => line.textContent)).toEqual(lines);
});

test('none is said with what to do, and a failure with another try', async () => {
  server.use(
    http.get('*/api/spinwheel/coupon', () => HttpResponse.json({ message: 'SERVER_BUSY' }, { status: 503 }), {
      once: true,
    }),
    http.get('*/api/spinwheel/coupon', () => HttpResponse.json([])),
  );
  const { user } = renderWithProviders(<Coupons />);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No coupons to claim')).toBeTruthy();
});

test('a claim asks first, shows what the operator wrote without its scripts, and gives the prize once', async () => {
  const htmlDescription = '<p>Paid <b>at once</b>.</p><img src=x onerror="boom()"><script>boom()</script>';
  const state = wheelOf({
    coupons: coupons(1).map((coupon) => ({
      ...coupon,
      prize: { ...coupon.prize, slice: { label: 'Prize 1', htmlDescription } },
    })),
  });
  const { user } = renderWithProviders(<Coupons />);
  const dialog = await openClaim(user);
  expect(within(dialog).getByText('at once').tagName).toBe('B');
  expect(dialog.querySelector('script, [onerror]')).toBeNull();
  await expectAccessible(dialog);
  await user.dblClick(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await within(dialog).findByText('claim prize success')).toBeTruthy();
  expect(within(dialog).getByText('received Prize 1')).toBeTruthy();
  expect(state.claims).toHaveLength(1);
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(await screen.findByText('No coupons to claim')).toBeTruthy();
});

test('cancelling claims nothing', async () => {
  const state = wheelOf({ coupons: coupons(1) });
  const { user } = renderWithProviders(<Coupons />);
  const dialog = await openClaim(user);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(state.claims).toEqual([]);
});

test('presses within half a second are one, also after a refusal', async () => {
  const state = wheelOf({ coupons: coupons(1), claims: [{ success: false, error: 'BONUS_REMAINING' }] });
  const { user } = renderWithProviders(<Coupons />);
  const dialog = await openClaim(user);
  const confirm = within(dialog).getByRole('button', { name: 'Confirm' });
  const now = performance.now();
  let clock = now;
  const original = performance.now.bind(performance);
  performance.now = () => clock;
  try {
    await user.click(confirm);
    await within(dialog).findByText('Bonus condition still active');
    clock = now + 400;
    await user.click(confirm);
    expect(state.claims).toHaveLength(1);
    clock = now + 600;
    await user.click(confirm);
    await waitFor(() => expect(state.claims).toHaveLength(2));
  } finally {
    performance.now = original;
  }
});

test.each([
  ['NO_CLAIMABLE_COUPON', 'Unable to claim coupon'],
  ['INVALID_PRIZE_CODE', 'Invalid prize'],
  ['INVALID_CODE', 'Invalid coupon code'],
  ['INVALID_COUPON_TYPE', 'Invalid coupon type'],
  ['COUPON_EXPIRED', 'Coupon expired'],
  ['BONUS_REMAINING', 'Bonus condition still active'],
] as const)('a claim that is refused with %s says "%s"', async (error, text) => {
  wheelOf({ coupons: coupons(1), claims: [{ success: false, error }] });
  const { user } = renderWithProviders(<Coupons />);
  const dialog = await openClaim(user);
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(text);
});

test('a claim whose answer is lost is sent again under the same key', async () => {
  const state = wheelOf({ coupons: coupons(1), claims: ['dead', { success: true }] });
  const { user } = renderWithProviders(<Coupons />);
  const dialog = await openClaim(user);
  const confirm = within(dialog).getByRole('button', { name: 'Confirm' });
  await user.click(confirm);
  expect((await within(dialog).findByRole('alert')).textContent).toContain('We do not know yet how this ended');
  await new Promise((resolve) => setTimeout(resolve, 520));
  await user.click(confirm);
  expect(await within(dialog).findByText('claim prize success')).toBeTruthy();
  expect(state.claims).toHaveLength(2);
  expect(state.claims[1]).toEqual(state.claims[0]);
});

test('a code is shown to be copied', async () => {
  wheelOf({ coupons: coupons(1, { type: 'CODE', amount: 0 }), claims: [{ success: true, code: 'SONGKRAN' }] });
  const { user } = renderWithProviders(<Coupons />);
  const dialog = await openClaim(user);
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await within(dialog).findByText('SONGKRAN')).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Copy the code' })).toBeTruthy();
});

test('a prize that is handed out leads to the contact', async () => {
  wheelOf({ coupons: coupons(1, { type: 'ITEM', amount: 0 }) });
  const { user } = renderWithProviders(<Coupons />);
  const dialog = await openClaim(user);
  expect(within(dialog).getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/user/contact');
  expect(within(dialog).queryByRole('button', { name: 'Confirm' })).toBeNull();
});
