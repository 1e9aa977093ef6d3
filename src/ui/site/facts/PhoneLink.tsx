import type { ReactNode } from 'react';

interface Props {
  /** Null where nothing can be called: then the number is text. */
  href: string | null;
  className?: string;
  isConversation?: boolean;
  children: ReactNode;
}

/** A telephone that can be called, or its text. */
export function PhoneLink({ href, className, isConversation = false, children }: Props) {
  if (href === null) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={href} {...(isConversation && { target: '_blank', rel: 'noopener' })}>
      {children}
    </a>
  );
}
