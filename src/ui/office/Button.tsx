import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { texts } from '../../contract/texts.ts';

export type ButtonVariant = 'red' | 'ink' | 'sun' | 'line';

interface Look {
  variant?: ButtonVariant | undefined;
  small?: boolean | undefined;
  /** A lucide icon's element, before the words. */
  icon?: ReactNode;
}

function classesOf({ variant = 'red', small }: Look, className: string | undefined): string {
  return ['btn', `btn-${variant}`, small && 'btn-s', className].filter(Boolean).join(' ');
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Cannot do its work now. It stays focusable; pressing it calls `onUnavailable` instead of `onClick`. */
  unavailable?: boolean | undefined;
  onUnavailable?: (() => void) | undefined;
  /** At work: says so, and takes no further press. */
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

export function LinkButton({ variant, small, icon, className, children, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={classesOf({ variant, small }, className)}>
      {icon}
      {children}
    </Link>
  );
}
