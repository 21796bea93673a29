import { type ReactNode, useId } from 'react';
import { sectorMiddle, sectorPath, sectorWidth } from './sector-shape';
import styles from './wheel.module.css';

/** A sector as it is drawn. Colours are CSS colours. */
export interface Sector {
  key: string;
  background: string;
  color: string;
  /** What is written on it. */
  label?: string;
  /** What is drawn on it instead. */
  icon?: ReactNode;
}

interface WheelProps {
  sectors: Sector[];
  /** In the middle: two lines at most, such as the coins that are left. */
  hub: ReactNode;
}

const RADIUS = 140;
const RIM = 158;
const LABEL_AT = 104;
/** How large an icon is drawn. */
export const ICON = 30;
const BULBS = 24;

/** As large as the sector allows; a character is about 0.6 of the size wide. */
function labelSize(label: string, count: number): number {
  return Math.max(8, Math.min(17, sectorWidth(count, LABEL_AT) / (label.length * 0.6)));
}

/** A prize wheel at rest, drawn from its sectors. Decorative: the screen says in words what is to be known. */
export function Wheel({ sectors, hub }: WheelProps) {
  const id = useId();
  const count = sectors.length;
  return (
    <div className={styles.wheel}>
      <svg className={styles.drawing} viewBox="-180 -186 360 366" aria-hidden="true" focusable="false">
        <defs>
          <linearGradient id={`${id}rim`} x1="0" y1="0" x2="0.6" y2="1">
            <stop className={styles.bright} offset="0" />
            <stop className={styles.warm} offset="0.5" />
            <stop className={styles.deep} offset="1" />
          </linearGradient>
          <radialGradient id={`${id}shade`} cx="0.5" cy="0.5" r="0.5">
            <stop offset="0.72" stopColor="#000" stopOpacity="0" />
            <stop offset="1" stopColor="#000" stopOpacity="0.26" />
          </radialGradient>
          <linearGradient id={`${id}gloss`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#fff" stopOpacity="0.26" />
            <stop offset="1" stopColor="#fff" stopOpacity="0" />
          </linearGradient>
        </defs>
        <circle className={styles.halo} r="178" />
        <circle r={RIM + 12} fill={`url(#${id}rim)`} />
        <circle className={styles.rim} r={RIM + 7} />
        {Array.from({ length: BULBS }, (_, index) => (
          <circle
            key={index}
            className={index % 2 === 0 ? styles.lit : styles.dim}
            r="3.4"
            transform={`rotate(${(index * 360) / BULBS}) translate(0 ${-(RIM - 2.5)})`}
          />
        ))}
        <circle r={RADIUS + 5} fill={`url(#${id}rim)`} />
        {sectors.map(({ key, background, color, label, icon }, index) => (
          <g key={key}>
            <path className={styles.sector} d={sectorPath(index, count, RADIUS)} fill={background} />
            <g transform={`rotate(${sectorMiddle(index, count)}) translate(0 ${-LABEL_AT})`} color={color}>
              {icon && <g transform={`translate(${-ICON / 2} ${-ICON / 2})`}>{icon}</g>}
              {!icon && label && (
                <text className={styles.label} dy="0.35em" fontSize={labelSize(label, count)}>
                  {label}
                </text>
              )}
            </g>
          </g>
        ))}
        <circle r={RADIUS} fill={`url(#${id}shade)`} />
        <path d="M-132 -46A140 140 0 0 1 132 -46C80 -10 -80 -10 -132 -46Z" fill={`url(#${id}gloss)`} />
        <circle className={styles.hubShadow} cy="3" r="50" />
        <circle r="48" fill={`url(#${id}rim)`} />
        <circle className={styles.hubFace} r="40" />
        <g className={styles.pointer}>
          <path
            d="M0 -126C-7 -140 -17 -150 -17 -163A17 17 0 0 1 17 -163C17 -150 7 -140 0 -126Z"
            fill={`url(#${id}rim)`}
          />
          <circle className={styles.pointerDot} cy="-163" r="6.5" />
        </g>
      </svg>
      <div className={styles.hub}>{hub}</div>
    </div>
  );
}
