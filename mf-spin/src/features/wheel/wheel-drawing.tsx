import { memo, type ReactNode } from 'react';
import styles from './wheel.module.css';
import { labelShape, sectorMiddle, sectorPath } from './wheel-shape';

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

/** Radius of the sectors, in units of the drawing; the whole wheel is 180. */
const RADIUS = 142;
const RIM = 158;
const ICON_AT = 98;
/** How large an icon is drawn. */
export const ICON = 30;
/** Half of them blink while the other half rests. */
const LAMPS = 24;

const WHOLE = '-180 -180 360 360';
const DISC = '-150 -150 300 300';

function Gold({ id }: { id: string }) {
  return (
    <linearGradient id={id} x1="0" y1="0" x2="0.6" y2="1">
      <stop className={styles.bright} offset="0" />
      <stop className={styles.warm} offset="0.45" />
      <stop className={styles.deep} offset="1" />
    </linearGradient>
  );
}

/** What stands still behind the disc: the golden rim. */
export const Rim = memo(function Rim({ id }: { id: string }) {
  return (
    <svg className={styles.layer} viewBox={WHOLE} aria-hidden="true" focusable="false">
      <defs>
        <Gold id={`${id}rim`} />
      </defs>
      <circle className={styles.halo} r="179" />
      <circle r={RIM + 14} fill={`url(#${id}rim)`} />
      <circle className={styles.rim} r={RIM + 9} />
      <circle r={RADIUS + 6} fill={`url(#${id}rim)`} />
    </svg>
  );
});

/** Every second lamp of the rim, so that two such layers can blink in turns. */
export const Lamps = memo(function Lamps({
  id,
  odd,
  mood,
}: {
  id: string;
  odd: boolean;
  mood: 'rest' | 'turning' | 'won';
}) {
  return (
    <svg className={styles.lamps} data-odd={odd} data-mood={mood} viewBox={WHOLE} aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id={`${id}lamp`}>
          <stop offset="0.28" stopColor="#fff3cf" />
          <stop offset="0.4" stopColor="#ffd46b" stopOpacity="0.75" />
          <stop offset="1" stopColor="#ffb52e" stopOpacity="0" />
        </radialGradient>
      </defs>
      {Array.from({ length: LAMPS / 2 }, (_, index) => (
        <circle
          key={index}
          r="9"
          fill={`url(#${id}lamp)`}
          transform={`rotate(${((2 * index + (odd ? 1 : 0)) * 360) / LAMPS}) translate(0 ${-RIM})`}
        />
      ))}
    </svg>
  );
});

function Label({ label, count }: { label: string; count: number }) {
  const { along, distance, fontSize, text } = labelShape(label, count);
  const turned = along === 'radius' ? `translate(0 ${-distance}) rotate(-90)` : `translate(0 ${-distance})`;
  return (
    <text className={styles.label} dy="0.35em" fontSize={fontSize} transform={turned}>
      {text}
    </text>
  );
}

/** The sectors, with pegs between them. */
export const Disc = memo(function Disc({ sectors }: { sectors: Sector[] }) {
  const count = sectors.length;
  return (
    <svg className={styles.layer} viewBox={DISC} aria-hidden="true" focusable="false">
      {sectors.map(({ key, background, color, label, icon }, index) => (
        <g key={key}>
          <path className={styles.sector} d={sectorPath(index, count, RADIUS)} fill={background} />
          <g transform={`rotate(${sectorMiddle(index, count)})`} color={color}>
            {icon && <g transform={`translate(${-ICON / 2} ${-ICON_AT - ICON / 2})`}>{icon}</g>}
            {!icon && label && <Label label={label} count={count} />}
          </g>
        </g>
      ))}
      {sectors.map(({ key }, index) => (
        <circle
          key={key}
          className={styles.peg}
          r="3"
          transform={`rotate(${(index * 360) / count}) translate(0 ${-RADIUS})`}
        />
      ))}
    </svg>
  );
});

/** Leaves a quarter of the light on every sector but the winning one, which shines. */
export function Spotlight({ id, index, count }: { id: string; index: number; count: number }) {
  return (
    <svg className={styles.spotlight} viewBox={DISC} aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id={`${id}shine`} gradientUnits="userSpaceOnUse" cx="0" cy="0" r={RADIUS}>
          <stop offset="0.2" stopColor="#fff" stopOpacity="0" />
          <stop offset="1" stopColor="#fff6d8" stopOpacity="0.34" />
        </radialGradient>
      </defs>
      {Array.from({ length: count }, (_, other) =>
        other === index ? null : <path key={other} className={styles.dark} d={sectorPath(other, count, RADIUS)} />,
      )}
      <path className={styles.winner} d={sectorPath(index, count, RADIUS)} fill={`url(#${id}shine)`} />
    </svg>
  );
}

/** What stands still over the disc: its depth, the light on it, and the ring of the hub. */
export const Gloss = memo(function Gloss({ id }: { id: string }) {
  return (
    <svg className={styles.layer} viewBox={WHOLE} aria-hidden="true" focusable="false">
      <defs>
        <Gold id={`${id}hub`} />
        <radialGradient id={`${id}shade`}>
          <stop offset="0.3" stopColor="#fff" stopOpacity="0.1" />
          <stop offset="0.62" stopColor="#000" stopOpacity="0" />
          <stop offset="1" stopColor="#000" stopOpacity="0.24" />
        </radialGradient>
        <linearGradient id={`${id}light`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="0.13" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </linearGradient>
      </defs>
      <circle r={RADIUS} fill={`url(#${id}shade)`} />
      <path d="M-133 -48A142 142 0 0 1 133 -48C80 -12 -80 -12 -133 -48Z" fill={`url(#${id}light)`} />
      <circle className={styles.hubShadow} cy="4" r="55" />
      <circle r="52" fill={`url(#${id}hub)`} />
    </svg>
  );
});

/** The pointer's own drawing turns around its pin. */
export const POINTER = { viewBox: '-26 -182 52 66', pin: '50% 31.8%' };

/** The pointer, at rest. */
export const PointerShape = memo(function PointerShape({ id }: { id: string }) {
  return (
    <>
      <defs>
        <Gold id={`${id}pointer`} />
      </defs>
      <path
        className={styles.pointerShadow}
        d="M2 -126C-6 -139 -16 -149 -16 -159A18 18 0 0 1 20 -159C20 -149 10 -139 2 -126Z"
      />
      <path
        d="M0 -130C-7 -142 -17 -152 -17 -163A17 17 0 0 1 17 -163C17 -152 7 -142 0 -130Z"
        fill={`url(#${id}pointer)`}
      />
      <circle className={styles.pin} cy="-162.5" r="6.5" />
    </>
  );
});
