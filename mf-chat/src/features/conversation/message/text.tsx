import styles from './message.module.css';
import { textParts } from './safe-link';

/** A text as it was written, never as HTML; https addresses in it can be followed. */
export function Text({ text }: { text: string }) {
  return (
    <p className={styles.text}>
      {textParts(text).map(({ text: part, href }, index) =>
        href === undefined ? (
          part
        ) : (
          <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ),
      )}
    </p>
  );
}
