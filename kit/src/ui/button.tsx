import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names';
import { Spinner } from './spinner';

/** How a button looks: one `primary` a screen; `onBrand` stands on the deep indigo hero. */
export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'onBrand';
  size?: 'medium' | 'small';
  /** As wide as its place. */
  block?: boolean;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner and swallows presses; the button keeps its size and its focus. */
  loading?: boolean;
  /** An icon before the text. */
  icon?: ReactNode;
}

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ variant = 'primary', size = 'medium', block = false }: ButtonLook = {}): string {
  return classNames(styles.button, styles[variant], size === 'small' && styles.small, block && styles.block);
}

/** A button; `type` is button unless it is said to submit. */
export function Button({
  variant,
  size,
  block,
  loading = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass({ variant, size, block }), className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={press}
    >
      <span className={classNames(styles.label, loading && styles.waiting)}>
        {icon}
        {children}
      </span>
      {loading && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  );
}
