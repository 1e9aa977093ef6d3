import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Shown } from './usePreviewed.ts';

interface Policies {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string },
  ): {
    createHTML(text: string): unknown;
  };
}

/** Browsers let no text become a page without a word (the server's policy names it): this one is for what runs nothing. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('preview', {
  createHTML: (text) => text,
});
/** React passes it on as it is. */
const inert = (html: string) => (policy?.createHTML(html) ?? html) as string;

interface Picture {
  id: number;
  shown: Shown;
  /** The same one for as long as it is shown: with another the frame would load anew. */
  page: string;
}

/**
 * A page at its real width, made to fit. It runs nothing and leads nowhere; the next one is laid out behind the one
 * that is seen, and takes its place where that stands.
 */
export function PreviewFrame({ shown, width, label }: { shown: Shown; width: number; label: string }) {
  const stage = useRef<HTMLDivElement>(null);
  const [pictures, setPictures] = useState<Picture[]>([]);
  const frames = useRef(new Map<number, HTMLIFrameElement>());
  const last = useRef(0);

  useEffect(() => {
    last.current += 1;
    const next = { id: last.current, shown, page: inert(shown.html) };
    // The one that is seen, and the one that comes; what was to come is old.
    setPictures((all) => [...all.slice(0, 1), next]);
  }, [shown]);

  useLayoutEffect(() => {
    const box = stage.current;
    if (!box) return;
    const measure = () => {
      const { clientWidth, clientHeight } = box;
      const scale = Math.min(1, clientWidth / width);
      box.style.setProperty('--preview-width', `${width}px`);
      box.style.setProperty('--preview-height', `${clientHeight / scale}px`);
      box.style.setProperty('--preview-scale', String(scale));
      box.style.setProperty('--preview-left', `${Math.max(0, (clientWidth - width * scale) / 2)}px`);
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [width]);

  const onLoad = (picture: Picture) => {
    const frame = frames.current.get(picture.id);
    const view = frame?.contentWindow;
    if (!frame || !view) return;
    const before = pictures.find(({ id }) => id < picture.id);
    const old = before && frames.current.get(before.id)?.contentWindow;
    if (old && before?.shown.page === picture.shown.page)
      view.scrollTo({ left: 0, top: old.scrollY, behavior: 'instant' });
    showPlace(frame, picture.shown.words);
    setPictures((all) => all.filter(({ id }) => id >= picture.id));
  };

  return (
    <div className="preview-stage" ref={stage}>
      {pictures.map((picture) => (
        <iframe
          key={picture.id}
          ref={(frame) => {
            if (frame) frames.current.set(picture.id, frame);
            else frames.current.delete(picture.id);
          }}
          title={label}
          // Without scripts its own origin gives it fonts, and nothing else.
          sandbox="allow-same-origin"
          srcDoc={picture.page}
          onLoad={() => onLoad(picture)}
        />
      ))}
    </div>
  );
}

const SHORTEST = 3;

/** Goes where what is edited stands, if that is out of sight. */
function showPlace(frame: HTMLIFrameElement, words: string[]): void {
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  if (!page || !view) return;
  const place = placeOf(page, words);
  if (!place) return;
  for (let row = place.parentElement; row && row !== page.body; row = row.parentElement) {
    if (row.scrollWidth <= row.clientWidth + 1) continue;
    if (!/auto|scroll/.test(view.getComputedStyle(row).overflowX)) continue;
    const [own, around] = [place.getBoundingClientRect(), row.getBoundingClientRect()];
    if (own.left < around.left || own.right > around.right)
      row.scrollBy({ left: own.left - around.left, behavior: 'instant' });
  }
  const { top, bottom, height } = place.getBoundingClientRect();
  if (top >= 0 && bottom <= view.innerHeight) return;
  const room = Math.max(0, (view.innerHeight - height) / 2);
  view.scrollTo({ left: 0, top: view.scrollY + top - room, behavior: 'instant' });
}

/** What is being typed, else a picture that only this browser has, else the first text that the form holds. */
function placeOf(page: Document, words: string[]): Element | null {
  const main = page.querySelector('main') ?? page.body;
  const { activeElement: field } = document;
  const typing = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '';
  return (
    elementWith(main, typing) ??
    main.querySelector('img[src^="blob:"], video[src^="blob:"]') ??
    words.map((text) => elementWith(main, text)).find((found) => found !== null) ??
    null
  );
}

function elementWith(main: Element, text: string): Element | null {
  const wanted = text.split('\n', 1)[0]?.trim().toLowerCase() ?? '';
  if (wanted.length < SHORTEST) return null;
  const nodes = main.ownerDocument.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const { parentElement } = node;
    if (!node.nodeValue?.toLowerCase().includes(wanted)) continue;
    if (parentElement?.checkVisibility()) return parentElement;
  }
  return null;
}
