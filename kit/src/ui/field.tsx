import { Eye, EyeOff } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names';
import { cleanEntry, type FieldKind } from './entry';
import styles from './field.module.css';
import { FieldFrame, type FieldFrameProps } from './field-frame';
import { IconButton } from './icon-button';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className'>, FieldFrameProps {
  /** Decides the keyboard and what may be typed; `amount` also shows large numerals. */
  kind?: FieldKind;
  /** Turns what is typed into upper case. */
  uppercase?: boolean;
  /** The entry after cleaning, on every change. */
  onValueChange?: (value: string) => void;
}

const KEYBOARD: Record<FieldKind, Pick<ComponentProps<'input'>, 'type' | 'inputMode'>> = {
  text: { type: 'text' },
  password: { type: 'password' },
  tel: { type: 'tel', inputMode: 'tel' },
  numeric: { type: 'text', inputMode: 'numeric' },
  amount: { type: 'text', inputMode: 'decimal' },
};

/** A labelled input with hint and inline error. Pass `name` and `autoComplete` so that password managers can help. */
export function Field({
  kind = 'text',
  uppercase = false,
  onValueChange,
  onChange,
  label,
  labelEnd,
  hint,
  error,
  leading,
  trailing,
  className,
  id,
  ...rest
}: FieldProps) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value;
    const cleaned = cleanEntry(kind, uppercase ? typed.toUpperCase() : typed);
    if (cleaned !== typed) event.currentTarget.value = cleaned;
    onChange?.(event);
    onValueChange?.(cleaned);
  };
  const reveal = kind === 'password' && (
    <IconButton
      className={styles.reveal}
      label={t(shown ? 'field.hidePassword' : 'field.showPassword')}
      icon={shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      onClick={() => setShown(!shown)}
    />
  );
  return (
    <FieldFrame
      {...{ label, labelEnd, hint, error, leading, className, id }}
      trailing={trailing || reveal || undefined}
    >
      {(wiring) => (
        <input
          autoCapitalize={kind === 'password' ? 'none' : undefined}
          autoCorrect={kind === 'password' ? 'off' : undefined}
          spellCheck={kind === 'text' ? undefined : false}
          {...KEYBOARD[kind]}
          {...(shown && { type: 'text' })}
          {...rest}
          {...wiring}
          className={classNames(
            styles.input,
            kind === 'amount' && styles.amount,
            (kind === 'tel' || kind === 'numeric') && styles.digits,
            uppercase && styles.upper,
          )}
          onChange={change}
        />
      )}
    </FieldFrame>
  );
}
