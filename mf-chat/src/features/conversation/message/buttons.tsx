import { ExternalLink, Phone } from 'lucide-react';
import type { ChatButton } from '../../../api/gen/model';
import styles from './message.module.css';
import { linkOf } from './safe-link';

interface ButtonsProps {
  buttons: readonly ChatButton[];
  onPress: (button: ChatButton) => void;
  /** Side by side as chips, below the last message. */
  quick?: boolean;
}

function One({ button, onPress }: { button: ChatButton; onPress: (button: ChatButton) => void }) {
  const href = linkOf(button);
  if (button.type === 'postback') {
    return (
      <button type="button" className={styles.press} onClick={() => onPress(button)}>
        {button.title}
      </button>
    );
  }
  // A link that leads nowhere safe, and a kind that nobody knows, can only be read.
  if (href === undefined) return <span className={styles.inert}>{button.title}</span>;
  const outside = button.type === 'web' ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
  const Icon = button.type === 'web' ? ExternalLink : Phone;
  return (
    <a className={styles.press} href={href} {...outside}>
      {button.title}
      <Icon aria-hidden="true" />
    </a>
  );
}

/** What can be pressed in a message. */
export function Buttons({ buttons, onPress, quick = false }: ButtonsProps) {
  if (buttons.length === 0) return null;
  return (
    <ul className={quick ? styles.quick : styles.buttons}>
      {buttons.map((button, index) => (
        <li key={index}>
          <One button={button} onPress={onPress} />
        </li>
      ))}
    </ul>
  );
}
