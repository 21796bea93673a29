import styles from './spinner.module.css';

/**
 * A turning ring in the colour and size of the text around it. Decorative: who waits says so with aria-busy or a status
 * text.
 */
export function Spinner() {
  return (
    <svg className={styles.spinner} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle className={styles.track} cx="12" cy="12" r="9" />
      <circle className={styles.arc} cx="12" cy="12" r="9" />
    </svg>
  );
}
