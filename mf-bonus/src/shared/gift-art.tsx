import styles from './gift-art.module.css';

/** A present with coins around it; our own drawing, decorative. */
export function GiftArt() {
  return (
    <svg className={styles.art} viewBox="0 0 280 168" width="280" height="168" aria-hidden="true" focusable="false">
      <circle className={styles.glow} cx="140" cy="92" r="74" />
      <circle className={styles.glow} cx="140" cy="92" r="54" />
      <path className={styles.orbit} d="M34 112c30-58 178-88 212-34" />
      <ellipse className={styles.shadow} cx="140" cy="151" rx="66" ry="7" />

      <rect className={styles.box} x="92" y="86" width="96" height="64" rx="12" />
      <path className={styles.dusk} d="M92 98h96v6c-22 7-74 7-96 0Z" />
      <rect className={styles.ribbon} x="130" y="86" width="20" height="64" />
      <rect className={styles.lid} x="84" y="70" width="112" height="28" rx="10" />
      <rect className={styles.ribbon} x="128" y="70" width="24" height="28" />
      <path className={styles.shine} d="M94 80h22" />
      <path className={styles.bow} d="M140 69c-6-25-40-34-44-16-3 14 22 18 44 16Z" />
      <path className={styles.bow} d="M140 69c6-25 40-34 44-16 3 14-22 18-44 16Z" />
      <path className={styles.fold} d="M134 66c-8-12-24-18-27-11-2 7 12 11 27 11Z" />
      <path className={styles.fold} d="M146 66c8-12 24-18 27-11 2 7-12 11-27 11Z" />
      <rect className={styles.knot} x="130" y="58" width="20" height="16" rx="7" />

      <g>
        <circle className={styles.edge} cx="58" cy="129" r="22" />
        <circle className={styles.face} cx="56" cy="127" r="22" />
        <circle className={styles.ring} cx="56" cy="127" r="15.5" />
        <path className={styles.mark} d="M56 119l2.4 5.2 5.6.7-4.1 3.9 1.1 5.6-5-2.8-5 2.8 1.1-5.6-4.1-3.9 5.6-.700Z" />
      </g>
      <g>
        <circle className={styles.edge} cx="227" cy="116" r="16" />
        <circle className={styles.face} cx="225" cy="114.5" r="16" />
        <circle className={styles.ring} cx="225" cy="114.5" r="11" />
      </g>
      <circle className={styles.edge} cx="212" cy="145" r="10" />
      <circle className={styles.face} cx="211" cy="144" r="10" />
      <circle className={styles.face} cx="36" cy="88" r="6" />

      <path
        className={styles.spark}
        d="M222 40c1.5 9 4 11.5 13 13-9 1.5-11.5 4-13 13-1.5-9-4-11.5-13-13 9-1.5 11.5-4 13-13Z"
      />
      <path
        className={styles.spark}
        d="M66 44c1 6 2.7 7.7 8.7 8.7-6 1-7.7 2.7-8.7 8.7-1-6-2.7-7.7-8.7-8.7 6-1 7.7-2.7 8.7-8.700Z"
      />
      <path
        className={styles.star}
        d="M246 84c.7 4 1.8 5.1 5.8 5.8-4 .7-5.1 1.8-5.8 5.8-.7-4-1.8-5.1-5.8-5.8 4-.7 5.1-1.8 5.8-5.800Z"
      />
    </svg>
  );
}
