import { setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Slip, SlipLookup } from '../../api/gen/model';
import {
  getGetSlipRulesResponseMock,
  getListSlipsResponseMock,
  getUploadSlipResponseMock,
} from '../../api/gen/portal.msw';
import { refuse, server } from '../../testing/server';
import SlipDialog from './slip-dialog';

const ALWAYS = { openFrom: '00:00', openTo: '00:00' };
const waiting: Slip = {
  _id: 's0',
  createdAt: '2025-03-09T14:25:00+07:00',
  amount: 0,
  status: 'PENDING',
  reference: 'SLIP-0',
};

/** The server's rules and slips; `answer` decides about an upload. Notes what was sent. */
function counter(
  input: { rules?: Partial<SlipLookup>; slips?: Slip[]; answer?: (nth: number) => Promise<Response> | Response } = {},
) {
  const state = { slips: input.slips ?? [], files: [] as string[], keys: [] as string[], lists: 0 };
  server.use(
    http.get('*/api/lookup/slip', () =>
      HttpResponse.json({ ...getGetSlipRulesResponseMock(), ...ALWAYS, ...input.rules }),
    ),
    http.post('*/api/wallet/slip', async ({ request }) => {
      state.keys.push(request.headers.get('Idempotency-Key') ?? '');
      state.files.push(request.headers.get('Content-Type')?.split(';')[0] ?? '');
      return (await input.answer?.(state.keys.length)) ?? HttpResponse.json(getUploadSlipResponseMock());
    }),
    http.post('*/api/statement/slip', () => {
      state.lists += 1;
      return HttpResponse.json({ total: state.slips.length, slips: state.slips });
    }),
  );
  return state;
}

function Host({ view = 'upload' }: { view?: 'upload' | 'status' }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <output aria-label="open">{String(open)}</output>
      <SlipDialog open={open} view={view} onClose={() => setOpen(false)} />
    </>
  );
}

const show = (view?: 'upload' | 'status') => renderWithProviders(<Host view={view} />);
const picture = (size = 1000, type = 'image/jpeg') => new File([new Uint8Array(size)], 'slip.jpg', { type });
const gallery = () => screen.findByLabelText<HTMLInputElement>('Choose a picture');
const upload = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' });

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:slip');
  URL.revokeObjectURL = vi.fn();
});
afterEach(() => vi.restoreAllMocks());

test('the rules name the hour, the closed window with its times and the size; gallery and camera are both offered', async () => {
  counter({ rules: { openFrom: '00:30', openTo: '23:00' } });
  show();
  expect(await screen.findByText('Upload the slip within 1 hour of the transfer.')).toBeTruthy();
  expect(screen.getAllByText('Slip upload is closed every day from 23:00 to 00:30.').length).toBeGreaterThan(0);
  expect(screen.getByText('JPEG or PNG, 10 MB at most.')).toBeTruthy();
  expect((await gallery()).accept).toBe('image/jpeg,image/png');
  expect(screen.getByLabelText('Take a photo').getAttribute('capture')).toBe('environment');
  expect(upload().disabled).toBe(true);
  await expectAccessible();
});

test('while uploads are closed nothing can be chosen, and it says so', async () => {
  // Open for a minute of long ago or of much later: never the present one.
  const [from, to] = new Date(Date.now() + 7 * 3_600_000).getUTCHours() < 12 ? ['20:00', '20:01'] : ['03:00', '03:01'];
  counter({ rules: { openFrom: from, openTo: to } });
  show();
  expect(await screen.findByText('Slip upload is closed right now')).toBeTruthy();
  expect((await gallery()).disabled).toBe(true);
});

test('a chosen slip is previewed and sent as a form, and its status shows', async () => {
  const state = counter({ slips: [waiting] });
  const { user } = show();
  await user.upload(await gallery(), picture());
  expect((await screen.findByRole('img', { name: 'The slip you chose' })).getAttribute('src')).toBe('blob:slip');
  await expectAccessible();
  await user.click(upload());
  expect(await screen.findByText('The slip was uploaded. We are checking it.')).toBeTruthy();
  expect(await screen.findByRole('dialog', { name: 'Slip status' })).toBeTruthy();
  expect(await screen.findByRole('row', { name: /09\/03\/2025 14:25:00 - In progress/ })).toBeTruthy();
  expect(state.files).toEqual(['multipart/form-data']);
});

test('a slip that was uploaded and decided before says so, and promises no check', async () => {
  const known: Slip = { ...waiting, status: 'SUCCESS', amount: 500 };
  counter({ slips: [known], answer: () => HttpResponse.json({ ...getUploadSlipResponseMock(), status: 'SUCCESS' }) });
  const { user } = show();
  await user.upload(await gallery(), picture());
  await user.click(upload());
  expect(await screen.findByText('This slip was already uploaded. Its result is below.')).toBeTruthy();
  expect(screen.queryByText('The slip was uploaded. We are checking it.')).toBeNull();
  expect(await screen.findByRole('row', { name: /500\.00 Success/ })).toBeTruthy();
});

test.each([
  ['of another type', picture(1000, 'image/gif'), 'Please choose a JPEG or PNG picture.'],
  ['that is empty', picture(0), 'This file is empty. Please choose another one.'],
  ['that is too large', picture(1_048_577), 'The picture is too large. Please choose one of 1 MB at most.'],
])('a file %s is not sent', async (_case, file, text) => {
  counter({ rules: { maxSizeMB: 1 } });
  show();
  fireEvent.change(await gallery(), { target: { files: [file] } });
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(upload().disabled).toBe(true);
  expect(screen.queryByRole('img', { name: 'The slip you chose' })).toBeNull();
});

test('after a file that cannot be sent another can be chosen', async () => {
  counter({ rules: { maxSizeMB: 1 } });
  const { user } = show();
  await user.upload(await gallery(), picture(1_048_577));
  expect(await screen.findByRole('alert')).toBeTruthy();
  await user.upload(screen.getByLabelText('Another picture'), picture());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(upload().disabled).toBe(false);
});

test('a picture that the browser cannot draw is not sent', async () => {
  counter();
  const { user } = show();
  await user.upload(await gallery(), picture());
  fireEvent.error(await screen.findByRole('img', { name: 'The slip you chose' }));
  expect(await screen.findByText('This picture cannot be read. Please choose another one.')).toBeTruthy();
  expect(upload().disabled).toBe(true);
});

test('an upload on its way shows its progress, closes with nothing but its own button, and can be stopped and sent again', async () => {
  const state = counter({
    answer: (nth) => (nth === 1 ? new Promise(() => undefined) : HttpResponse.json(getUploadSlipResponseMock())),
  });
  const { user } = show();
  await user.upload(await gallery(), picture());
  await user.click(upload());
  expect(await screen.findByRole('progressbar', { name: 'Upload progress' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.getByLabelText('open').textContent).toBe('true');
  await waitFor(() => expect(state.keys).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('The upload was stopped')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  await user.click(upload());
  expect(await screen.findByText('The slip was uploaded. We are checking it.')).toBeTruthy();
  expect(state.keys[1]).toBe(state.keys[0]);
});

test('a refused upload says why; a dead network keeps the key for the same file, another file is another wish', async () => {
  const state = counter({
    answer: (nth) =>
      nth === 1 ? HttpResponse.error() : HttpResponse.json({ message: 'SLIP_INVALID_FILE' }, { status: 400 }),
  });
  const { user } = show();
  await user.upload(await gallery(), picture());
  await user.click(upload());
  expect((await screen.findByRole('alert')).textContent).toContain('We do not know yet how this ended');
  await user.click(upload());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('invalid image file'));
  await user.upload(screen.getByLabelText('Another picture'), picture(2000));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(upload());
  await waitFor(() => expect(state.keys).toHaveLength(3));
  expect(state.keys[1]).toBe(state.keys[0]);
  expect(state.keys[2]).not.toBe(state.keys[0]);
});

test('rules that cannot be loaded can be tried again', async () => {
  counter();
  refuse('get', '/api/lookup/slip', 'INTERNAL_SERVER_ERROR', 500);
  const { user } = show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  counter();
  await user.click(retry);
  expect(await gallery()).toBeTruthy();
});

test('each slip tells when it came, how much it was, and how it went with the reason in words', async () => {
  counter({
    slips: [
      ...getListSlipsResponseMock().slips,
      { ...waiting, _id: 's3', status: 'FAILED', note: 'NEW_REASON' as never },
      { ...waiting, _id: 's4', status: 'NEW' as never },
    ],
  });
  show('status');
  const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
  expect(rows[0]).toContain('09/03/2025 14:20:00500.00Success');
  expect(rows[1]).toContain('09/03/2025 14:05:00-Failed (expired slip)');
  expect(rows[2]).toContain('-FailedView');
  expect(rows[3]).toContain('-In progress');
  await expectAccessible();
});

test('the table turns its pages by itself, ten a page, and refreshes on demand', async () => {
  const many = Array.from(
    { length: 23 },
    (_, nth): Slip => ({ ...waiting, _id: `s${nth}`, status: 'SUCCESS', amount: nth + 1 }),
  );
  const state = counter({ slips: many });
  const { user } = show('status');
  expect(await screen.findAllByRole('row')).toHaveLength(11);
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(screen.getByText('11.00')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(screen.getAllByRole('row')).toHaveLength(4);
  expect(state.lists).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(state.lists).toBe(2));
});

test('a slip in progress is followed until it is decided', async () => {
  const state = counter({ slips: [waiting] });
  show('status');
  await screen.findByText('In progress');
  state.slips = [{ ...waiting, amount: 500, status: 'SUCCESS' }];
  expect(await screen.findByText('Success')).toBeTruthy();
});

test('a slip that a person reads says so, and that it takes a while; once it is decided it no longer does', async () => {
  const state = counter({ slips: [{ ...waiting, inReview: true }] });
  show('status');
  expect((await screen.findByText('(a person is checking it)')).closest('td')?.textContent).toContain('In progress');
  expect(screen.getByText(/no need to upload it again/)).toBeTruthy();
  await expectAccessible();
  state.slips = [{ ...waiting, status: 'FAILED', note: 'NOT_MATCH' }];
  expect(await screen.findByText(/does not match registration/)).toBeTruthy();
  expect(screen.queryByText(/no need to upload it again/)).toBeNull();
});

test('a slip with a link of its own opens it; without one the tab opens with the tap and goes where the reference leads', async () => {
  const [own] = getListSlipsResponseMock().slips as [Slip];
  counter({
    slips: [
      { ...own, _id: 'a', link: 'https://wallet.example/media/slip/1' },
      { ...waiting, status: 'SUCCESS' },
    ],
  });
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const { user } = show('status');
  const link = await screen.findByRole('link', { name: `View ${own.reference}` });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://wallet.example/media/slip/1',
    '_blank',
    'noopener noreferrer',
  ]);
  await user.click(screen.getByRole('button', { name: 'View SLIP-0' }));
  expect(opened).toHaveBeenCalledOnce();
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(expect.stringContaining('/media/slip/')));
  expect(tab.opener).toBeNull();
});

test('a slip that cannot be viewed says so and leaves no empty tab; an address of another kind is not opened', async () => {
  counter({
    slips: [
      { ...waiting, status: 'SUCCESS' },
      { ...waiting, _id: 'b', reference: 'SLIP-B', link: 'javascript:alert(1)' },
    ],
  });
  refuse('get', '/api/statement/slip/reference/SLIP-0', 'NO_DATA', 404);
  server.use(
    http.get('*/api/statement/slip/reference/SLIP-B', () => HttpResponse.json({ url: 'javascript:alert(1)' })),
  );
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const { user } = show('status');
  await user.click(await screen.findByRole('button', { name: 'View SLIP-0' }));
  expect(await screen.findByText('no data', { exact: false })).toBeTruthy();
  expect(tab.close).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'View SLIP-B' }));
  await waitFor(() => expect(tab.close).toHaveBeenCalledTimes(2));
  expect(tab.location.replace).not.toHaveBeenCalled();
});

test('a slip whose image was still on its way when its list was closed does not open', async () => {
  counter({ slips: [{ ...waiting, status: 'SUCCESS' }] });
  let answer = () => undefined as unknown;
  const asked = vi.fn();
  server.use(
    http.get('*/api/statement/slip/reference/SLIP-0', async () => {
      asked();
      await new Promise((resolve) => {
        answer = () => resolve(undefined);
      });
      return HttpResponse.json({ url: '/media/slip/1' });
    }),
  );
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const { user } = show('status');
  await user.click(await screen.findByRole('button', { name: 'View SLIP-0' }));
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer();
  await waitFor(() => expect(tab.close).toHaveBeenCalledOnce());
  expect(tab.location.replace).not.toHaveBeenCalled();
});

test('who has no slips is led to the upload', async () => {
  counter();
  const { user } = show('status');
  expect(await screen.findByText('No slips yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Upload a slip' }));
  expect(await gallery()).toBeTruthy();
});

test('it speaks Thai, with the reason in reading B', async () => {
  await setLocale('th');
  counter({ slips: [{ ...waiting, status: 'FAILED', note: 'NOT_MATCH' }] });
  show('status');
  expect(await screen.findByText(/บัญชีไม่ตรงกับที่ลงทะเบียนไว้/)).toBeTruthy();
});
