import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failed, games, moving, report, settled } from '../../testing/games';
import { server } from '../../testing/server';
import GameDialog from './game-dialog';
import { page } from './launch-target';

function Host() {
  const [open, setOpen] = useState(true);
  return (
    <GameDialog
      open={open}
      onClose={() => setOpen(false)}
      code="DEMOSLOT"
      isLastKnown={false}
      checking={false}
      onCheck={() => undefined}
      onTransfer={() => undefined}
    />
  );
}

const show = () => renderWithProviders(<Host />);
const playButton = () => screen.findByRole('button', { name: 'Play game' });

let tab: { document: Document; opener: unknown; location: { replace: (url: string) => void }; close: () => void };
let openTab: ReturnType<typeof vi.fn>;
beforeEach(() => {
  tab = {
    document: document.implementation.createHTMLDocument(),
    opener: window,
    location: { replace: vi.fn() },
    close: vi.fn(),
  };
  openTab = vi.fn(() => tab);
  vi.spyOn(page, 'openTab').mockImplementation(openTab as unknown as typeof page.openTab);
});

test('with nothing in the wallet play opens the game at once, in a tab that was opened by the tap', async () => {
  const state = games({ held: 0 });
  const { user } = show();
  await user.click(await playButton());
  expect(openTab).toHaveBeenCalledOnce();
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://play.demoslot.example/?session=1'));
  expect(state.launched).toEqual(['DEMOSLOT kp100234']);
  expect(state.transferAlls).toEqual([]);
});

test('with money in the wallet everything is moved into the game first, and the member knows it beforehand', async () => {
  const state = games({ held: 1250.5 });
  const { user } = show();
  expect(await screen.findByText(/your wallet \(1,250.50 baht\).*Demo Slot first/)).toBeTruthy();
  await user.click(await playButton());
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalled());
  expect(state.transferAlls).toHaveLength(1);
});

test('without the setting the game takes this page', async () => {
  games({ inNewTab: false });
  const go = vi.spyOn(page, 'go').mockReturnValue(undefined);
  const { user } = show();
  await user.click(await playButton());
  await waitFor(() => expect(go).toHaveBeenCalledWith('https://play.demoslot.example/?session=1'));
  expect(openTab).not.toHaveBeenCalled();
});

test.each([
  ['closed the dialog', ({ user }: ReturnType<typeof show>) => user.keyboard('{Escape}')],
  ['left the screen', async ({ unmount }: ReturnType<typeof show>) => unmount()],
])('a game that was still opening when the member %s does not take this page', async (_what, leave) => {
  games({ inNewTab: false });
  const go = vi.spyOn(page, 'go').mockReturnValue(undefined);
  let answer = () => undefined as unknown;
  const launching = new Promise((resolve) => {
    answer = () => resolve(undefined);
  });
  const launched = vi.fn();
  server.use(
    http.post('*/api/autoLogin/:provider/:username', async () => {
      launched();
      await launching;
      return HttpResponse.json({ link: 'https://play.demoslot.example/?session=1' });
    }),
  );
  const shown = show();
  await shown.user.click(await playButton());
  await waitFor(() => expect(launched).toHaveBeenCalled());
  await leave(shown);
  answer();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(go).not.toHaveBeenCalled();
});

test('a form post carries the credentials and the event fields, under the names that the provider wants', async () => {
  const url = 'https://www.demoslot.example/signin';
  games({ account: { launch: { kind: 'formPost', url, usernameField: 'txtUser' } } });
  let sent: Record<string, string> = {};
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    expect([this.action, this.method]).toEqual([url, 'post']);
    sent = Object.fromEntries([...this.querySelectorAll('input')].map(({ name, value }) => [name, value]));
  });
  const { user } = show();
  await user.click(await playButton());
  await waitFor(() =>
    expect(sent).toEqual({ txtUser: 'kp100234', password: 'Xy7pq2Lm', __VIEWSTATE: 'dDwtMTA4NzczMzUyMjs' }),
  );
});

test('a launch kind that this client does not know opens the web address', async () => {
  games({ account: { launch: { kind: 'hologram' as never, url: null }, web: 'https://www.demoslot.example/' } });
  const { user } = show();
  await user.click(await playButton());
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://www.demoslot.example/'));
});

test('an address that must not be opened is not: the tab goes away and the dialog says so', async () => {
  games({ account: { launch: { kind: 'webUrl', url: 'javascript:alert(1)' } } });
  const { user } = show();
  await user.click(await playButton());
  expect((await screen.findByRole('alert')).textContent).toContain('no game data');
  await waitFor(() => expect(tab.close).toHaveBeenCalled());
  expect(tab.location.replace).not.toHaveBeenCalled();
});

test('what could not be moved is told with where it is; playing all the same is a choice', async () => {
  const state = games({ held: 100, transferAlls: [report([settled, failed])] });
  const { user } = show();
  await user.click(await playButton());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Not all of your money was moved');
  expect(alert.textContent).toContain('Demo Sport 80.00 baht still in: Demo Sport');
  await waitFor(() => expect(tab.close).toHaveBeenCalled());
  expect(tab.location.replace).not.toHaveBeenCalled();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Play anyway' }));
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalled());
  expect(state.transferAlls).toHaveLength(1);
});

test.each(['PENDING', 'ON_HOLD'])(
  'money in transit (%s) is explained, nothing opens by itself, and its arrival is shown',
  async (status) => {
    const state = games({ held: 100, transferAlls: [report([moving], status), report([settled])] });
    const { user } = show();
    await user.click(await playButton());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your money is on its way');
    expect(alert.textContent).toContain('Wallet 1,250.50 baht on its way');
    await waitFor(() => expect(tab.close).toHaveBeenCalled());
    expect(await screen.findByText(/Your money is in Demo Slot/)).toBeTruthy();
    expect(tab.location.replace).not.toHaveBeenCalled();
    expect(new Set(state.transferAlls).size).toBe(1);
    await user.click(await playButton());
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalled());
  },
);

test('after a dead network "try again" transfers everything with the same key', async () => {
  const state = games({ held: 100, transferAlls: ['dead', report([settled])] });
  const { user } = show();
  await user.click(await playButton());
  const note = await screen.findByRole('alert');
  expect(note.textContent).toContain('We do not know yet how this ended');
  expect(note.textContent).toContain('Trying again is safe');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalled());
  expect(state.transferAlls).toHaveLength(2);
  expect(state.transferAlls[1]).toBe(state.transferAlls[0]);
});

test('what could not be moved is told also to a member who has left meanwhile', async () => {
  let answer = () => undefined as unknown;
  games({ held: 100 });
  server.use(
    http.post('*/api/wallet/transferAll', async () => {
      await new Promise((resolve) => {
        answer = () => resolve(undefined);
      });
      return HttpResponse.json(report([settled, failed]));
    }),
  );
  const { user } = show();
  await user.click(await playButton());
  await screen.findByText('Moving your money into Demo Slot…');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer();
  expect(await screen.findByText('Not all of your money was moved')).toBeTruthy();
});

test('who leaves while the money moves is not pulled into the game', async () => {
  let answer = () => undefined as unknown;
  games({ held: 100 });
  server.use(
    http.post('*/api/wallet/transferAll', async () => {
      await new Promise((resolve) => {
        answer = () => resolve(undefined);
      });
      return HttpResponse.json(report([settled]));
    }),
  );
  const { user } = show();
  await user.click(await playButton());
  await screen.findByText('Moving your money into Demo Slot…');
  // Within the tap: later it would be a pop-up, and blocked.
  expect(openTab).toHaveBeenCalledOnce();
  await user.keyboard('{Escape}');
  answer();
  expect(await screen.findByText(/Your money is in Demo Slot/)).toBeTruthy();
  await waitFor(() => expect(tab.close).toHaveBeenCalled());
  expect(tab.location.replace).not.toHaveBeenCalled();
});
