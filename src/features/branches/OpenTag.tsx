import { useEffect, useState } from 'react';
import type { WeekdayHours } from './branch.contract.ts';
import { type OpenState, openState } from './hours.browser.ts';

const MINUTE = 60_000;

/**
 * "Aberta até 22h", worked out in the browser, because the page that the server sends is kept for longer than
 * a minute. Nothing moves when it appears: it lies over a picture or in a line of its own.
 */
export function OpenTag({ hours }: { hours: readonly WeekdayHours[] }) {
  const [state, setState] = useState<OpenState | null>(null);
  useEffect(() => {
    const update = () => setState(openState(hours, new Date()));
    update();
    const timer = setInterval(update, MINUTE);
    return () => clearInterval(timer);
  }, [hours]);
  return state && <span className={`tag ${state.open ? 'tag-open' : 'tag-ink'}`}>{state.text}</span>;
}
