import { type RefObject, useRef } from 'react';

/** Where the focus goes when one of the pictures `keys` is taken away: to the next one's button, or to `last`. */
export function useFocusBeside(keys: readonly string[], last: RefObject<HTMLElement | null>) {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  return {
    buttonRef: (key: string) => (element: HTMLButtonElement | null) => {
      if (element) buttons.current.set(key, element);
      else buttons.current.delete(key);
    },
    beside: (key: string): HTMLElement | null => {
      const at = keys.indexOf(key);
      return buttons.current.get(keys[at + 1] ?? keys[at - 1] ?? '') ?? last.current;
    },
  };
}
