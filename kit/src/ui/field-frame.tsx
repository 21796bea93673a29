import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names';
import styles from './field.module.css';

export interface FieldFrameProps {
  label: string;
  /** A word at the far end of the label line, such as a limit. */
  labelEnd?: ReactNode;
  /** What to enter, below the field; gives way to the error. */
  hint?: ReactNode;
  /** What is wrong with the entry. */
  error?: string | null;
  /** Something small before the entry: an icon, a bank's logo, a sign. */
  leading?: ReactNode;
  /** Something small after it: a unit. */
  trailing?: ReactNode;
  className?: string;
}

/** What a control inside the frame must carry to be tied to its label and texts. */
export interface ControlWiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label, box, hint and error around one control. */
export function FieldFrame({
  label,
  labelEnd,
  hint,
  error,
  leading,
  trailing,
  className,
  boxClass,
  id: givenId,
  children,
}: FieldFrameProps & { boxClass?: string; id?: string; children: (wiring: ControlWiring) => ReactNode }) {
  const madeId = useId();
  const id = givenId ?? madeId;
  const invalid = error !== undefined && error !== null && error !== '';
  const textId = invalid ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span>
        {labelEnd && <span>{labelEnd}</span>}
      </label>
      <div className={classNames(styles.box, invalid && styles.invalid, boxClass)}>
        {leading && <span className={styles.side}>{leading}</span>}
        {children({ id, 'aria-invalid': invalid || undefined, 'aria-describedby': textId })}
        {trailing && <span className={styles.side}>{trailing}</span>}
      </div>
      {invalid ? (
        <p className={styles.error} id={textId} role="alert">
          <CircleAlert aria-hidden="true" />
          <span className={styles.text}>{error}</span>
        </p>
      ) : (
        hint && (
          <p className={styles.hint} id={textId}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
