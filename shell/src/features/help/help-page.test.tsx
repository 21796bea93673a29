import { renderWithProviders } from '@krapao/kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { HelpVideo } from '../../api/gen/model';
import { getGetSiteSettingsMockHandler, getGetSiteSettingsResponseMock } from '../../api/gen/portal.msw';
import { server } from '../../testing/server';
import { captionsOf } from './captions';
import HelpPage from './help-page';

const FILM: HelpVideo = {
  title: 'How to use the wallet',
  video: '/media/help/wallet-th.mp4',
  poster: null,
  isShow: true,
};

HTMLMediaElement.prototype.pause = vi.fn();

function open(...helpVideos: HelpVideo[]) {
  server.use(getGetSiteSettingsMockHandler({ ...getGetSiteSettingsResponseMock(), helpVideos }));
  return renderWithProviders(<HelpPage />);
}

it('a film opens in a player of its own with its captions, and closing it gives the focus back', async () => {
  const { user } = open(FILM);
  const card = await screen.findByRole('button', { name: /How to use the wallet/ });
  await user.click(card);
  const player = (await screen.findByRole('dialog', { name: 'How to use the wallet' })).querySelector('video');
  expect(player?.getAttribute('src')).toBe('/media/help/wallet-th.mp4');
  const track = player?.querySelector('track');
  expect([track?.getAttribute('src'), track?.kind, track?.srclang]).toEqual([
    '/media/help/wallet-th.vtt',
    'captions',
    'th',
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(card));
});

it('a film that is missing says so and can be tried again', async () => {
  const { user } = open(FILM);
  await user.click(await screen.findByRole('button', { name: /How to use the wallet/ }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.error(dialog.querySelector('video') as HTMLVideoElement);
  expect((await screen.findByRole('alert')).textContent).toContain('The video could not be played');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(dialog.querySelector('video')).not.toBeNull();
});

it('a picture that is missing leaves the film as it is', async () => {
  const { container } = open({ ...FILM, poster: '/media/help/wallet-th.jpg' });
  await screen.findByRole('button', { name: /How to use the wallet/ });
  const picture = container.querySelector('img') as HTMLImageElement;
  expect(picture.getAttribute('src')).toBe('/media/help/wallet-th.jpg');
  fireEvent.error(picture);
  expect(container.querySelector('img')).toBeNull();
});

it('films that are not to be shown are not; without any the contact is one tap away', async () => {
  open({ ...FILM, isShow: false });
  expect(await screen.findByText('No videos yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe('/contact');
});

it.each([
  ['/media/help/bonus-end-la.mp4', { la: '/media/help/bonus-end-la.vtt' }],
  ['/media/help/wallet-xx.mp4', {}],
  ['/media/help/wallet.mp4', {}],
  ['https://cdn.example/media/help/wallet-th.mp4', {}],
  ['/media/help/../wallet-th.mp4', {}],
])('the captions of %s are %o', (film, captions) => {
  expect(captionsOf(film)).toEqual(captions);
});
