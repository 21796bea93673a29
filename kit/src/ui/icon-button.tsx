import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './icon-button.module.css';
import { Spinner } from './spinner';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does, for those who do not see the icon. */
  label: string;
  icon: ReactNode;
  variant?: 'plain' | 'tint' | 'onBrand';
  /** Shows a spinner and swallows presses. */
  loading?: boolean;
}

/** A round button of 44 px with an icon only. */
export function IconButton({
  label,
  icon,
  variant = 'plain',
  loading = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, variant !== 'plain' && styles[variant], className)}
      aria-label={label}
      title={label}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={loading ? undefined : onClick}
    >
      {loading ? <Spinner /> : icon}
    </button>
  );
}
