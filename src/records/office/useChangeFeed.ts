import { useCallback, useEffect, useRef } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import type { ChangeBatch } from './live/subscribeToChanges.ts';
import { withoutPendingState } from './loadScreen.ts';

const WAIT_MS = 2000;
/** Longest time in ms between a screen's request and its first render. */
const LOAD_MS = 1000;

/** Calls `listener` with all saves from now on. The code for it is loaded when the browser is idle. */
export function useChangeFeed(listener: (news: ChangeBatch) => void, isOn = true): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let stop = () => {};
    const from = performance.now() - LOAD_MS;
    const begin = async () => {
      const { subscribeToChanges } = await import('./live/subscribeToChanges.ts');
      if (!isOver) stop = subscribeToChanges((news) => latest.current(news), from);
    };
    const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, WAIT_MS));
    // Without the feed the screen stays as it was loaded.
    whenIdle(() => begin().catch(() => undefined), { timeout: WAIT_MS });
    return () => {
      isOver = true;
      stop();
    };
  }, [isOn]);
}

let holds = 0;

/**
 * Stops updates of rows while the user drags, types in a row or saves an order. Returns the function that
 * resumes them.
 */
export function pauseRowUpdates(): () => void {
  holds += 1;
  let isOver = false;
  return () => {
    if (!isOver) holds -= 1;
    isOver = true;
  };
}

const TYPED_IN = 'main form :is(input:not([type=checkbox], [type=radio]), textarea)';
/** The text being typed may belong to a row that would disappear. */
const isTyping = () => document.activeElement?.matches(TYPED_IN) ?? false;

/** Shortest time between reloads, in ms. */
const MIN_INTERVAL_MS = 500;
/**
 * Random delays in ms that spread the requests of all windows: short for a known change, longer when all
 * windows reload.
 */
const SPREAD_MS = { known: 150, missed: 1500 };
const RETRY_MS = 200;

/** Returns a function that reloads the screen's data without a pending state. */
export function useQuietReload(apartMs = MIN_INTERVAL_MS): (missed: boolean) => void {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const now = useRef({ revalidate, state });
  now.current = { revalidate, state };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback(
    (missed) => {
      const run = () => {
        if (holds > 0 || isTyping() || now.current.state !== 'idle') {
          timer.current = setTimeout(run, RETRY_MS);
          return;
        }
        last.current = performance.now();
        timer.current = undefined;
        void withoutPendingState(() => now.current.revalidate());
      };
      const delay = Math.random() * (missed ? SPREAD_MS.missed : SPREAD_MS.known);
      const wait = last.current + apartMs - performance.now();
      timer.current ??= setTimeout(run, Math.max(delay, wait));
    },
    [apartMs],
  );
}
