import { useSyncExternalStore } from 'react';

// Global shortcuts of the back office. Single-key shortcuts can be switched off (WCAG 2.1.4), because speech
// input and unsteady hands may send keys by accident.

const KEY = 'vitrine.keys';
const listeners = new Set<() => void>();
/** Setting for the life of the window, if the browser has no storage. */
let switchedOff = false;

export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off' && !switchedOff;
  } catch {
    return !switchedOff;
  }
}

export function setShortcutsOn(on: boolean): void {
  switchedOff = !on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // No storage; see `switchedOff`.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, areShortcutsOn, () => true);

/** Overlay that a shortcut opens. */
export type Overlay = 'palette' | 'help';

const FIELDS = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS));

/** Returns whether an overlay with keys of its own is open. */
const isCovered = () =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [aria-grabbed=true]') !== null;

const isVisible = (element: HTMLElement) => element.checkVisibility();
const inMain = <T extends HTMLElement>(selector: string): T | undefined =>
  [...document.querySelectorAll<T>(`main ${selector}`)].find(isVisible);

/** Runs the action of a key. Returns whether there was one, so that the browser ignores the key. */
export function onShortcut(event: KeyboardEvent, open: (overlay: Overlay) => void): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  const key = event.key.toLowerCase();
  if (command && key === 'k') {
    open('palette');
    return true;
  }
  if (command && key === 's') return !isCovered() && saveForm();
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (!areShortcutsOn() || isTyping(event.target) || isCovered()) return false;
  if (event.key === '?') {
    open('help');
    return true;
  }
  if (key === '/') return focusOn(inMain('input[type=search]')) || opened(open);
  if (event.shiftKey) return false;
  if (key === 'n') return press(inMain('a[href$="/create"]'));
  if (key === 'j') return step(1);
  if (key === 'k') return step(-1);
  return false;
}

function opened(open: (overlay: Overlay) => void): boolean {
  open('palette');
  return true;
}

/** Submits the form with the focus, else the first form that can be saved. */
function saveForm(): boolean {
  const own = document.activeElement?.closest<HTMLFormElement>('main form');
  const form = own ?? inMain<HTMLFormElement>('form:has([type=submit])');
  const button = form?.querySelector<HTMLElement>('[type=submit]');
  // A click moves the focus out of the field, so that its typed value is applied, as by hand.
  button?.click();
  return button !== null && button !== undefined;
}

function focusOn(element: HTMLElement | undefined): boolean {
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
  return element !== undefined;
}

function press(element: HTMLElement | undefined): boolean {
  element?.click();
  return element !== undefined;
}

const ROWS = 'main table.list > tbody > tr';
const WAY_IN = 'a[href]';

/** Moves the focus to the first link of the next or previous row, which Enter then opens. */
function step(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(isVisible);
  if (rows.length === 0) return false;
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
  const row = rows[next];
  const way = [...(row?.querySelectorAll<HTMLElement>(`${WAY_IN}, button`) ?? [])].find(isVisible);
  way?.focus();
  row?.scrollIntoView({ block: 'nearest' });
  return way !== undefined;
}
