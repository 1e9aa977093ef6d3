import { useEffect, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { BACK_OFFICE } from '../shared/addresses.ts';

/** Time in ms that a pointer rests on a link before its screen is fetched: a pointer on its way crosses many. */
const REST_MS = 60;

/**
 * Fetches the code of the screen whose link is pressed or has the focus, or on which the pointer rests. One
 * screen at a time, and none for visitors who save data.
 */
export function PrefetchedScreen() {
  const [screen, setScreen] = useState<string | null>(null);
  useEffect(() => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const listening = new AbortController();
    const listen = (type: 'pointerover' | 'pointerdown' | 'focusin', delay: number) =>
      addEventListener(
        type,
        ({ target }) => {
          clearTimeout(resting);
          const address = screenOf(target);
          if (address) resting = setTimeout(setScreen, delay, address);
        },
        { passive: true, signal: listening.signal },
      );
    listen('pointerover', REST_MS);
    listen('pointerdown', 0);
    listen('focusin', REST_MS);
    return () => {
      clearTimeout(resting);
      listening.abort();
    };
  }, []);
  return screen && <PrefetchPageLinks page={screen} />;
}

/** Returns the address of the screen to which the link at `target` leads in this window; null for no link. */
function screenOf(target: EventTarget | null): string | null {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>(`a[href^="${BACK_OFFICE}"]`);
  return link && !link.target && !link.download ? link.pathname + link.search : null;
}
