import type { ReactNode } from 'react';

interface Props {
  /** The server's day for which the page was made, YYYY-MM-DD; null where it could not be read. */
  day: string | null | undefined;
  /** What is still true afterwards; nothing where it is left out. */
  past?: string;
  children: ReactNode;
}

/**
 * Words that hold on one day only, such as "hoje". In a tab left open over midnight, or from what was kept for when
 * there is no connection, the head's script (site/days.ts) shows `past` in their place.
 */
export function OfDay({ day, past, children }: Props) {
  return (
    <span data-day={day} data-past={past}>
      <span>{children}</span>
    </span>
  );
}
