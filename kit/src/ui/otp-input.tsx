import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names';
import { cleanEntry } from './entry';
import styles from './otp-input.module.css';

/** Digits of a code. */
const LENGTH = 6;

export interface OtpInputProps {
  value: string;
  onValueChange: (value: string) => void;
  /** Called once the sixth digit is there. */
  onComplete?: (value: string) => void;
  error?: string | null;
  /** '6-digit OTP code' unless given. */
  label?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  name?: string;
}

/** Six digits in six cells, one real input underneath: the phone's one-time-code autofill and pasting fill it whole. */
export function OtpInput({ value, onValueChange, onComplete, error, label, disabled, autoFocus, name }: OtpInputProps) {
  const { t } = useTranslation('common');
  const errorId = useId();
  const next = Math.min(value.length, LENGTH - 1);
  const change = (typed: string) => {
    const digits = cleanEntry('numeric', typed).slice(0, LENGTH);
    if (digits === value) return;
    onValueChange(digits);
    if (digits.length === LENGTH) onComplete?.(digits);
  };
  return (
    <div className={styles.otp}>
      <div className={classNames(styles.entry, error && styles.invalid)}>
        <input
          className={styles.input}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          // biome-ignore lint/a11y/noAutofocus: the code is the only thing to enter in this step
          autoFocus={autoFocus}
          disabled={disabled}
          value={value}
          aria-label={label ?? t('otp.label')}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <div className={styles.cells} aria-hidden="true">
          {Array.from({ length: LENGTH }, (_, index) => (
            <span key={index} className={classNames(styles.cell, index === next && styles.next)}>
              {value[index] ?? (index === next && <span className={styles.caret} />)}
            </span>
          ))}
        </div>
      </div>
      {error && (
        <p className={styles.error} id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
