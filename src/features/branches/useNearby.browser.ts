import { useEffect, useRef, useState } from 'react';
import type { Place } from './nearby.browser.ts';

const FRESH_MS = 5 * 60_000;
const PATIENCE_MS = 12_000;

type State = 'idle' | 'searching' | 'found' | 'refused' | 'failed';

/** Where the visitor is: asked for only on request, and told to nobody. */
export function useNearby() {
  const [state, setState] = useState<State>('idle');
  const [place, setPlace] = useState<Place | null>(null);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const ask = () => {
    if (!('geolocation' in navigator)) return setState('failed');
    setState('searching');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        if (left.current) return;
        setPlace({ latitude, longitude });
        setState('found');
      },
      (error) => {
        if (left.current) return;
        setState(error.code === error.PERMISSION_DENIED ? 'refused' : 'failed');
      },
      { maximumAge: FRESH_MS, timeout: PATIENCE_MS },
    );
  };

  const toggle = () => {
    if (state === 'searching') return;
    if (!place) return ask();
    setPlace(null);
    setState('idle');
  };

  return { state, place, toggle };
}
