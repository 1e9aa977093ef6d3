import { type MouseEvent, useRef, useState } from 'react';

/** Manages which page is open in the full-screen viewer, opened by links to the pages' pictures. */
export function useViewer() {
  const [shown, setShown] = useState<number | null>(null);
  const links = useRef<(HTMLAnchorElement | null)[]>([]);
  return {
    shown,
    open: setShown,
    /** Returns the props of a link that make it open page `index` in the viewer. */
    linkTo: (index: number) => ({
      ref: (link: HTMLAnchorElement | null) => {
        links.current[index] = link;
      },
      onClick: (event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        setShown(index);
      },
    }),
    /** Closes the viewer and focuses the link of the page shown last. */
    close: (index: number) => {
      setShown(null);
      links.current[index]?.focus();
    },
  };
}
