import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './carousel.module.css';
import { classNames } from './class-names';
import { IconButton } from './icon-button';
import { useScrollSteps } from './use-scroll-steps';

/** One slide; `key` is its identity in the row. */
export interface CarouselSlide {
  key: string;
  content: ReactNode;
}

export interface CarouselProps {
  /** What the slides are: the heading, or the name for screen readers with `plain`. */
  label: string;
  slides: readonly CarouselSlide[];
  /**
   * How many are seen at once on a desktop (specification 2.4: six), in two lines when they are more than one line
   * takes. With 1, a slide fills the width on a phone too and the place is counted.
   */
  perView?: number;
  /** Without the heading line: the page has said it, and the buttons stand below. */
  plain?: boolean;
  /** On a phone the row runs to the edges of the screen; for a place with the page's gutter. */
  bleed?: boolean;
}

/**
 * A row of slides to swipe, with buttons and arrow keys. The browser's own scrolling with snap points: the library's
 * carousel would weigh 7 kB more. Slides out of sight come into sight when they get the focus.
 */
export function Carousel({ label, slides, perView = 6, plain = false, bleed = false }: CarouselProps) {
  const { t } = useTranslation('common');
  const row = useRef<HTMLUListElement>(null);
  const { first, atStart, atEnd, page, step, toEnd } = useScrollSteps(row, slides.length);
  const whole = atStart && atEnd;
  const single = perView === 1;
  const columns = Math.ceil(perView / 2);
  const stacked = !single && slides.length > columns;

  const press = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input, select, textarea, video')) return;
    if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'Home') toEnd(-1);
    else if (event.key === 'End') toEnd(1);
    else return;
    event.preventDefault();
  };

  const controls = !whole && (
    <div className={styles.controls}>
      {/* Not `disabled`: a button that ends the row under the finger would lose the focus. */}
      <IconButton
        label={t('carousel.previous')}
        icon={<ChevronLeft aria-hidden="true" />}
        variant="tint"
        aria-disabled={atStart || undefined}
        onClick={() => page(-1)}
      />
      {single && (
        <span className={styles.position} aria-live="polite">
          {t('carousel.position', { slide: Math.min(first + 1, slides.length), total: slides.length })}
        </span>
      )}
      <IconButton
        label={t('carousel.next')}
        icon={<ChevronRight aria-hidden="true" />}
        variant="tint"
        aria-disabled={atEnd || undefined}
        onClick={() => page(1)}
      />
    </div>
  );

  return (
    <section
      className={classNames(styles.carousel, single && styles.single, stacked && styles.stacked, bleed && styles.bleed)}
      style={{ '--columns': columns } as CSSProperties}
      aria-label={label}
    >
      {!plain && (
        <div className={styles.head}>
          <h2 className={styles.label}>{label}</h2>
          {controls}
        </div>
      )}
      {/* biome-ignore-start lint/a11y/noNoninteractiveElementInteractions: arrow keys scroll it as they scroll a page */}
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard */}
      <ul className={styles.row} ref={row} tabIndex={whole ? undefined : 0} aria-label={label} onKeyDown={press}>
        {slides.map((slide) => (
          <li key={slide.key} className={styles.slide}>
            {slide.content}
          </li>
        ))}
      </ul>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above */}
      {/* biome-ignore-end lint/a11y/noNoninteractiveElementInteractions: as above */}
      {plain && controls}
    </section>
  );
}
