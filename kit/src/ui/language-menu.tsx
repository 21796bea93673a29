import { Check, Languages } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, isLocaleIncomplete, LOCALES, type Locale, setLocale, toLanguageTag, useLocale } from '../i18n';
import styles from './language-menu.module.css';
import { toast } from './toast';

/** Where an arrow key leads among `count` items, in a circle; null for other keys. */
function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/**
 * Thai, Lao, English; the present language is disabled once its texts are there. Its own few lines: the library's menu
 * would weigh 23 kB on the first screen.
 */
export function LanguageMenu() {
  const { t } = useTranslation('common');
  const current = useLocale();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const menuId = useId();
  const items = (): Element[] => [
    ...(place.current?.querySelectorAll<HTMLButtonElement>('[role=menuitem]:enabled') ?? []),
  ];

  useEffect(() => {
    if (!open) return;
    place.current?.querySelector<HTMLButtonElement>('[role=menuitem]:enabled')?.focus();
    const away = (event: PointerEvent) => {
      if (!(event.target instanceof Node && place.current?.contains(event.target))) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);

  const leave = () => {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };
  const choose = (locale: Locale) => {
    leave();
    const failed = () => toast.error(errorText('NETWORK'));
    setLocale(locale).then(() => {
      if (isLocaleIncomplete()) failed();
    }, failed);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
    if (event.key === 'Tab') setOpen(false);
    const all = items();
    const next = nextIndex(event.key, document.activeElement ? all.indexOf(document.activeElement) : -1, all.length);
    if (next === null) return;
    event.preventDefault();
    (all[next] as HTMLElement | undefined)?.focus();
  };

  return (
    <div className={styles.place} ref={place}>
      <button
        type="button"
        className={styles.trigger}
        aria-label={`${t('language.label')}: ${t(`language.${current}`)}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Languages aria-hidden="true" />
        <span lang={toLanguageTag(current)}>{t(`language.${current}`)}</span>
      </button>
      {open && (
        <div
          className={styles.menu}
          id={menuId}
          role="menu"
          tabIndex={-1}
          aria-label={t('language.label')}
          onKeyDown={press}
        >
          {LOCALES.map((locale) => (
            <button
              key={locale}
              type="button"
              role="menuitem"
              tabIndex={-1}
              // What did not come of the present language can be asked for again.
              disabled={locale === current && !isLocaleIncomplete()}
              className={styles.item}
              onClick={() => choose(locale)}
            >
              <span lang={toLanguageTag(locale)}>{t(`language.${locale}`)}</span>
              {locale === current && <Check aria-hidden="true" />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
