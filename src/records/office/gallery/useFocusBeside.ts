import { type RefObject, useRef } from 'react';

/** Returns the element to focus after a picture is removed: the next one's button, or `last`. */
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
