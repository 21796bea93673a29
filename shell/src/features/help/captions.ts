import { LOCALES, type Locale } from '@krapao/kit/i18n';

/** Our own films lie beside their captions: /media/help/wallet-th.mp4 and wallet-th.vtt. */
const OWN_FILM = /^(\/media\/help\/[\w-]+-(\w+))\.mp4$/;

/** The captions of a film, in the language it speaks; none for a film that is not ours. */
export function captionsOf(film: string): Partial<Record<Locale, string>> {
  const [, stem, language] = OWN_FILM.exec(film) ?? [];
  const locale = LOCALES.find((known) => known === language);
  return locale && stem ? { [locale]: `${stem}.vtt` } : {};
}
