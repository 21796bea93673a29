import styles from './chat-picture.module.css';

/** Two speech bubbles, one of them ours; our own drawing, decorative, where the operator has uploaded no QR code. */
export function ChatPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 200 200" width="160" height="160" aria-hidden="true" focusable="false">
      <circle className={styles.ground} cx="100" cy="100" r="96" />
      <path
        className={styles.theirs}
        d="M46 52h74a16 16 0 0 1 16 16v28a16 16 0 0 1-16 16H76l-18 16v-16H46a16 16 0 0 1-16-16V68a16 16 0 0 1 16-16Z"
      />
      <path className={styles.line} d="M50 74h66M50 91h40" />
      <path
        className={styles.ours}
        d="M98 98h58a14 14 0 0 1 14 14v24a14 14 0 0 1-14 14h-6v15l-17-15H98a14 14 0 0 1-14-14v-24a14 14 0 0 1 14-14Z"
      />
      <circle className={styles.dot} cx="108" cy="124" r="5" />
      <circle className={styles.dot} cx="127" cy="124" r="5" />
      <circle className={styles.dot} cx="146" cy="124" r="5" />
    </svg>
  );
}
