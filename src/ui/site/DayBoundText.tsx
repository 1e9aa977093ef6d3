import type { ReactNode } from 'react';

interface Props {
  /** Server's day for which the page was rendered, YYYY-MM-DD; null if it is unknown. */
  day: string | null | undefined;
  /** Text that is still true afterwards; omitted if there is none. */
  past?: string;
  children: ReactNode;
}

/**
 * Renders words that are true on one day only, such as "hoje". In a tab left open over midnight or an offline
 * copy, the head's script (site/head/followDay.ts) replaces them with `past`.
 */
export function DayBoundText({ day, past, children }: Props) {
  return (
    <span data-day={day} data-past={past}>
      <span>{children}</span>
    </span>
  );
}
