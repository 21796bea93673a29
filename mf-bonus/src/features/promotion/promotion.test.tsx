import { errorText, keepTogether, setLocale } from '@krapao/kit/i18n';
import { setToken } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { getFindPromotionResponseMock } from '../../api/gen/portal.msw';
import { answers, fails, pressTwice, shows } from '../../testing/calls';
import { server } from '../../testing/server';
import PromotionEntry from './promotion-entry';

beforeEach(() => setToken('somchai', { remember: false }));

type User = ReturnType<typeof renderWithProviders>['user'];

async function look(user: User, code = 'songkran') {
  await user.type(screen.getByRole('textbox'), code);
  await user.keyboard('{Enter}');
  return screen.findByRole('dialog');
}

test('a code is required, and is sought in capitals', async () => {
  const sought: string[] = [];
  server.use(
    http.get('*/api/promotion/find/:code', async ({ params }) => {
      sought.push(String(params.code));
      await delay(50);
      return HttpResponse.json(getFindPromotionResponseMock());
    }),
  );
  const { user } = renderWithProviders(<PromotionEntry />);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('Please enter the promotion code')).toBeTruthy();
  expect(sought).toEqual([]);
  const dialog = await look(user, 'song/kran');
  expect(within(dialog).getByText('Searching…')).toBeTruthy();
  await within(dialog).findByText('Songkran 20%');
  expect(sought).toEqual(['SONG/KRAN']);
});

test('one that is found shows its conditions, a warning and its description without scripts, and is received once', async () => {
  shows('/api/promotion/find/:code', {
    ...getFindPromotionResponseMock(),
    description: '<p>20% on <b>top</b></p><img src=x onerror="boom()">',
  });
  const keys = answers('/api/promotion/activate/SONGKRAN', { message: 'SUCCESS' });
  const { user } = renderWithProviders(<PromotionEntry />);
  const dialog = await look(user);
  expect((await within(dialog).findByText('top')).tagName).toBe('B');
  expect(dialog.querySelector('[onerror]')).toBeNull();
  expect(within(dialog).getByText(/credit falls to 10% or less/)).toBeTruthy();
  expect(within(dialog).getByText('Please read the conditions before you receive it.')).toBeTruthy();
  await expectAccessible(dialog);
  await pressTwice(user, within(dialog).getByRole('button', { name: 'Receive promotion' }));
  expect(await screen.findByText('You received Songkran 20%')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(keys).toHaveLength(1);
});

test.each([
  ['th', 'ไม่พบโปรโมชันนี้'],
  ['la', 'ບໍ່ພົບໂປຣໂມຊັນນີ້'],
  ['en', 'Promotion not found'],
] as const)('one that is not found says so in %s', async (locale, text) => {
  await setLocale(locale);
  shows('/api/promotion/find/:code', null);
  const { user } = renderWithProviders(<PromotionEntry />);
  const dialog = await look(user, 'NOTHING');
  const answer = await within(dialog).findByText(keepTogether(text));
  expect(answer.closest('[role=status]'), 'a reader hears it').toBeTruthy();
});

test('a search waits as every query does, and what is found is not read out', async () => {
  let arrive: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  server.use(
    http.get('*/api/promotion/find/:code', async () => {
      await asked;
      return HttpResponse.json(getFindPromotionResponseMock());
    }),
  );
  const { user } = renderWithProviders(<PromotionEntry />);
  const dialog = await look(user);
  const waiting = within(dialog).getByRole('status', { name: 'Loading' });
  expect([waiting.getAttribute('aria-busy'), waiting.textContent]).toEqual(['true', 'Searching…']);
  expect(within(dialog).getAllByRole('button'), 'the cross, and nothing below').toHaveLength(1);
  arrive();
  await within(dialog).findByText('Songkran 20%');
  expect(within(dialog).queryByRole('status')).toBeNull();
});

test('a search that failed is tried again, once a press', async () => {
  let tries = 0;
  server.use(
    http.get('*/api/promotion/find/:code', async () => {
      tries += 1;
      if (tries === 1) return HttpResponse.error();
      await delay(50);
      return HttpResponse.json(getFindPromotionResponseMock());
    }),
  );
  const { user } = renderWithProviders(<PromotionEntry />);
  const dialog = await look(user);
  await user.click(await within(dialog).findByRole('button', { name: 'Try again' }));
  expect(within(dialog).getByText('Searching…')).toBeTruthy();
  await within(dialog).findByText('Songkran 20%');
  expect(tries).toBe(2);
});

test('too many tries say how long to wait, and ask nothing by themselves', async () => {
  fails('/api/promotion/find/:code', 'REQUEST_LIMIT_1MIN', 429);
  const { user } = renderWithProviders(<PromotionEntry />);
  const dialog = await look(user);
  expect(await within(dialog).findByText(errorText('REQUEST_LIMIT_1MIN'))).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Try again' })).toBeTruthy();
});

for (const locale of ['th', 'la', 'en'] as const) {
  test.each(['NO_PROMOTION', 'PROMOTION_RECEIVED', 'BONUS_REMAINING', 'BONUS_FULL'] as const)(
    `a promotion that is refused with %s says so in ${locale}`,
    async (code) => {
      await setLocale(locale);
      answers('/api/promotion/activate/SONGKRAN', { refused: code });
      const { user } = renderWithProviders(<PromotionEntry />);
      const dialog = await look(user);
      await within(dialog).findByText('Songkran 20%');
      await user.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement);
      expect((await within(dialog).findByRole('alert')).textContent).toContain(errorText(code));
    },
  );
}
