import { useEffect, useState } from 'react';

/** Keeps the screen on while `on`; the browser lets go whenever the page is out of sight. */
export function useWakeLock() {
  const [on, setOn] = useState(false);
  const [refused, setRefused] = useState(false);

  useEffect(() => {
    if (!on) return;
    let over = false;
    let lock: WakeLockSentinel | undefined;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const held = await navigator.wakeLock.request('screen');
        if (over) await held.release();
        else lock = held;
      } catch {
        if (over || document.visibilityState !== 'visible') return;
        setRefused(true);
        setOn(false);
      }
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', hold);
      lock?.release();
    };
  }, [on]);

  const toggle = () => {
    setRefused(false);
    setOn(!on);
  };
  return { on, refused, toggle };
}
