import type { CSSProperties } from 'react';
import { classNames } from './class-names';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** `text` is one line of the text around it. */
  shape?: 'text' | 'block' | 'circle' | 'card';
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
}

/** The shape of what is being loaded. Decorative: the place that waits carries aria-busy. */
export function Skeleton({ shape = 'text', width = '100%', height }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.skeleton, shape !== 'block' && styles[shape])}
      style={{ width, height }}
    />
  );
}
