import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names';
import styles from './field.module.css';
import { FieldFrame, type FieldFrameProps } from './field-frame';

/** One choice. */
export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps
  extends Omit<ComponentProps<'select'>, 'className' | 'children'>,
    Omit<FieldFrameProps, 'trailing'> {
  options: readonly SelectOption[];
  /** What stands there while nothing is chosen; 'Choose' unless given. */
  placeholder?: string;
  /** The chosen value; empty when none is. */
  onValueChange?: (value: string) => void;
}

/** A labelled choice that opens the phone's own picker. */
export function Select({
  options,
  placeholder,
  onValueChange,
  onChange,
  label,
  labelEnd,
  hint,
  error,
  leading,
  className,
  id,
  ...rest
}: SelectProps) {
  const { t } = useTranslation('common');
  return (
    <FieldFrame {...{ label, labelEnd, hint, error, leading, className, id }} boxClass={styles.choice}>
      {(wiring) => (
        <>
          <select
            {...rest}
            {...wiring}
            className={classNames(styles.input, rest.value === '' && styles.unchosen)}
            onChange={(event) => {
              onChange?.(event);
              onValueChange?.(event.currentTarget.value);
            }}
          >
            <option value="" disabled hidden>
              {placeholder ?? t('field.choose')}
            </option>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={classNames(styles.side, styles.chevron)}>
            <ChevronDown aria-hidden="true" />
          </span>
        </>
      )}
    </FieldFrame>
  );
}
