import { type MouseEvent, useRef, useState } from 'react';

/** Which page stands over the whole screen, opened by links to the pages' pictures. */
export function useViewer() {
  const [shown, setShown] = useState<number | null>(null);
  const links = useRef<(HTMLAnchorElement | null)[]>([]);
  return {
    shown,
    open: setShown,
    /** What makes a link to the picture of page `index` open the viewer instead. */
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
    /** The focus goes to the page that was shown last. */
    close: (index: number) => {
      setShown(null);
      links.current[index]?.focus();
    },
  };
}
