import type { ReactNode } from 'react';

interface Props {
  /** Null if the number cannot be called: it is then plain text. */
  href: string | null;
  className?: string;
  isConversation?: boolean;
  children: ReactNode;
}

/** Renders a phone number as a link, or as text if it cannot be called. */
export function PhoneLink({ href, className, isConversation = false, children }: Props) {
  if (href === null) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={href} {...(isConversation && { target: '_blank', rel: 'noopener' })}>
      {children}
    </a>
  );
}
