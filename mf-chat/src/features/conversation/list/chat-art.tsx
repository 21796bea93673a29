import styles from './chat-art.module.css';

/** Two speech bubbles in friendly talk; our own drawing, decorative. */
export function ChatArt() {
  return (
    <svg className={styles.art} viewBox="0 0 328 132" width="328" height="132" aria-hidden="true" focusable="false">
      <rect className={styles.ground} width="328" height="132" rx="16" />
      <circle className={styles.dot} cx="38" cy="34" r="5" />
      <circle className={styles.dot} cx="292" cy="98" r="7" />
      <circle className={styles.ringlet} cx="276" cy="28" r="6" />
      <circle className={styles.ringlet} cx="52" cy="104" r="8" />
      <path
        className={styles.spark}
        d="M66 46c1 6 2.7 7.7 8.7 8.7-6 1-7.7 2.7-8.7 8.7-1-6-2.7-7.7-8.7-8.7 6-1 7.7-2.7 8.7-8.700Z"
      />
      <path
        className={styles.theirs}
        d="M112 18h78a20 20 0 0 1 20 20v18a20 20 0 0 1-20 20h-58l-19 15c-2.5 2-5.5.5-5.2-2.600L109 75.500A20 20 0 0 1 92 56V38a20 20 0 0 1 20-20Z"
      />
      <circle className={styles.typing} cx="131" cy="47" r="5.5" />
      <circle className={styles.typing} cx="151" cy="47" r="5.5" />
      <circle className={styles.typing} cx="171" cy="47" r="5.5" />
      <path
        className={styles.ours}
        d="M180 58h46a18 18 0 0 1 18 18v14a18 18 0 0 1-15 17.700l1.3 11.200c.3 3-2.7 4.5-5 2.700L208.5 108H180a18 18 0 0 1-18-18V76a18 18 0 0 1 18-18Z"
      />
      <path className={styles.smile} d="M190 86c4 8 22 8 26 0" />
      <circle className={styles.eye} cx="193" cy="76" r="3.2" />
      <circle className={styles.eye} cx="213" cy="76" r="3.2" />
    </svg>
  );
}
