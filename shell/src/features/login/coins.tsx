import styles from './coins.module.css';

/** Three coins on their way into the purse; our own drawing, decorative. */
export function Coins() {
  return (
    <svg className={styles.coins} viewBox="0 0 160 160" width="160" height="160" aria-hidden="true" focusable="false">
      <g className={styles.far}>
        <circle className={styles.edge} cx="34" cy="34" r="13" />
        <circle className={styles.face} cx="32" cy="33" r="12" />
      </g>
      <g className={styles.mid}>
        <ellipse className={styles.edge} cx="133" cy="30" rx="20" ry="22" />
        <ellipse className={styles.face} cx="129" cy="29" rx="20" ry="22" />
        <ellipse className={styles.ring} cx="129" cy="29" rx="13.5" ry="15" />
      </g>
      <circle className={styles.edge} cx="103" cy="107" r="50" />
      <circle className={styles.face} cx="97" cy="104" r="50" />
      <circle className={styles.ring} cx="97" cy="104" r="40" />
      <path className={styles.shine} d="M62 92a38 38 0 0 1 22-24" />
      <g className={styles.purse}>
        <path d="M82 101c-5 6-7.500 11.500-7.500 16 0 8 7 11.500 22.500 11.500s22.500-3.500 22.500-11.500c0-4.500-2.500-10-7.500-16Z" />
        <path className={styles.clasp} d="M81 101c2-7 8-9.500 16-9.500s14 2.500 16 9.500Z" />
        <circle cx="92.800" cy="85.500" r="4.200" />
        <circle cx="101.200" cy="85.500" r="4.200" />
      </g>
    </svg>
  );
}
