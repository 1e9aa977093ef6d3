import { useCallback, useEffect, useRef } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import type { News } from './live/follow.ts';
import { quietly } from './load.ts';

const WAIT_MS = 2000;
/** So long before it stands, at most, a screen has asked for what it shows. */
const ASKED_MS = 1000;

/** Calls `listener` with what anybody saves from now on. Its code comes once there is nothing else to do. */
export function useLive(listener: (news: News) => void, isOn = true): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let stop = () => {};
    const from = performance.now() - ASKED_MS;
    const begin = async () => {
      const { follow } = await import('./live/follow.ts');
      if (!isOver) stop = follow((news) => latest.current(news), from);
    };
    const soon = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, WAIT_MS));
    // Without it the screen is as it was when it came.
    soon(() => begin().catch(() => undefined), { timeout: WAIT_MS });
    return () => {
      isOver = true;
      stop();
    };
  }, [isOn]);
}

let held = 0;

/** While somebody drags, types in a row or saves an order, rows stay where they are. Answers how to let them go. */
export function holdRows(): () => void {
  held += 1;
  let isOver = false;
  return () => {
    if (!isOver) held -= 1;
    isOver = true;
  };
}

const TYPED_IN = 'main form :is(input:not([type=checkbox], [type=radio]), textarea)';
/** What one types may belong to a row that goes. */
const isTyping = () => document.activeElement?.matches(TYPED_IN) ?? false;

/** At most so often, whatever is saved. */
const APART_MS = 500;
/** So that not all windows ask at once: a little, and more where all of them do. */
const SPREAD_MS = { known: 150, missed: 1500 };
const HELD_MS = 200;

/** Has the screen's data asked for anew, so that nothing shows it but what is new. */
export function useQuietReload(apartMs = APART_MS): (missed: boolean) => void {
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
        if (held > 0 || isTyping() || now.current.state !== 'idle') {
          timer.current = setTimeout(run, HELD_MS);
          return;
        }
        last.current = performance.now();
        timer.current = undefined;
        void quietly(() => now.current.revalidate());
      };
      const soon = Math.random() * (missed ? SPREAD_MS.missed : SPREAD_MS.known);
      const wait = last.current + apartMs - performance.now();
      timer.current ??= setTimeout(run, Math.max(soon, wait));
    },
    [apartMs],
  );
}
