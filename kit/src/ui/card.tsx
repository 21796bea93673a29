import type { ComponentProps } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names';

/** How a card looks: `brand` is the deep indigo hero, `sunken` lies in the page, `flush` has no padding of its own. */
export interface CardLook {
  tone?: 'plain' | 'brand' | 'sunken';
  flush?: boolean;
  /** Gives way under the thumb. */
  pressable?: boolean;
}

/** The classes of a card, for a link or a button that is one. */
export function cardClass({ tone = 'plain', flush = false, pressable = false }: CardLook = {}): string {
  return classNames(
    styles.card,
    tone !== 'plain' && styles[tone],
    flush && styles.flush,
    pressable && styles.pressable,
  );
}

/** A surface of radius 16 that holds things that belong together. */
export function Card({ tone, flush, className, ...rest }: ComponentProps<'div'> & Omit<CardLook, 'pressable'>) {
  return <div {...rest} className={classNames(cardClass({ tone, flush }), className)} />;
}
