import { useEffect, useState } from 'react';
import type { WeekdayHours } from './branch.contract.ts';
import type { OpenState } from './hours.browser.ts';

const MINUTE = 60_000;

/**
 * "Aberta até 22h", worked out in the browser, because the page that the server sends is kept for longer than
 * a minute. Nothing moves when it appears: it lies over a picture or in a line of its own.
 */
export function OpenTag({ hours }: { hours: readonly WeekdayHours[] }) {
  const [state, setState] = useState<OpenState | null>(null);
  useEffect(() => {
    let gone = false;
    // Loaded when the page already stands: nobody waits for it.
    const update = async () => {
      const { openState } = await import('./hours.browser.ts');
      if (!gone) setState(openState(hours, new Date()));
    };
    update();
    const timer = setInterval(update, MINUTE);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [hours]);
  return state && <span className={`tag ${state.open ? 'tag-open' : 'tag-ink'}`}>{state.text}</span>;
}
