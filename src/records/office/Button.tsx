import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { texts } from '../../shared/text/texts.ts';

export type ButtonVariant = 'red' | 'ink' | 'sun' | 'line';

interface ButtonStyle {
  variant?: ButtonVariant | undefined;
  small?: boolean | undefined;
  /** Icon element, before the label. */
  icon?: ReactNode;
}

function classesOf({ variant = 'red', small }: ButtonStyle, className: string | undefined): string {
  return ['btn', `btn-${variant}`, small && 'btn-s', className].filter(Boolean).join(' ');
}

export interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Cannot work now. Stays focusable; a press calls `onUnavailable` instead of `onClick`. */
  unavailable?: boolean | undefined;
  onUnavailable?: (() => void) | undefined;
  /** Working: shows it, and ignores presses. */
  busy?: boolean | undefined;
  ref?: React.Ref<HTMLButtonElement> | undefined;
}

export function Button({
  variant,
  small,
  icon,
  unavailable,
  onUnavailable,
  busy,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || unavailable) {
      event.preventDefault();
      if (!busy) onUnavailable?.();
      return;
    }
    onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classesOf({ variant, small }, className)}
      aria-disabled={busy || unavailable ? true : undefined}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {icon}
      {busy ? texts.loading : children}
    </button>
  );
}

export function LinkButton({ variant, small, icon, className, children, ...rest }: ButtonStyle & LinkProps) {
  return (
    <Link {...rest} className={classesOf({ variant, small }, className)}>
      {icon}
      {children}
    </Link>
  );
}
