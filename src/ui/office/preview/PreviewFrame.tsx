import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { placeOf, type RecordSigns, showPlace } from './previewPlace.ts';
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
    showRecord(frame, picture.shown.signs);
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

/** Goes where the edited record stands. */
function showRecord(frame: HTMLIFrameElement, signs: RecordSigns): void {
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  if (!page || !view) return;
  const { activeElement: field } = document;
  const isTyping = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  const place = placeOf(page, signs, isTyping ? field.value : '');
  if (place) showPlace(place, page, view);
}
