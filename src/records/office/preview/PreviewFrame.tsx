import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { previewElementOf, type RecordClues, scrollToElement } from './previewPlace.ts';
import type { ShownPreview } from './useFormPreview.ts';

interface Policies {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string },
  ): {
    createHTML(text: string): unknown;
  };
}

/** Trusted Types policy for `srcdoc`, named in the server's CSP. It is safe, because the frame runs no scripts. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('preview', {
  createHTML: (text) => text,
});
/** Returns HTML for `srcdoc`. React passes a TrustedHTML object through unchanged. */
const inert = (html: string) => (policy?.createHTML(html) ?? html) as string;

interface Picture {
  id: number;
  shown: ShownPreview;
  /** Kept identical between renders: a new object would reload the frame. */
  page: string;
}

/**
 * Shows a page at its real width, scaled to fit. The frame runs no scripts and its links do not work. The
 * next page loads behind the visible one and replaces it at the same scroll position.
 */
export function PreviewFrame({ shown, width, label }: { shown: ShownPreview; width: number; label: string }) {
  const stage = useRef<HTMLDivElement>(null);
  const [pictures, setPictures] = useState<Picture[]>([]);
  const frames = useRef(new Map<number, HTMLIFrameElement>());
  const last = useRef(0);

  useEffect(() => {
    last.current += 1;
    const next = { id: last.current, shown, page: inert(shown.html) };
    // Keep the visible page and the next one; drop an outdated next one.
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
          // Without scripts, the page's own origin only permits its fonts.
          sandbox="allow-same-origin"
          srcDoc={picture.page}
          onLoad={() => onLoad(picture)}
        />
      ))}
    </div>
  );
}

/** Scrolls to the edited record. */
function showRecord(frame: HTMLIFrameElement, signs: RecordClues): void {
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  if (!page || !view) return;
  const { activeElement: field } = document;
  const isTyping = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  const place = previewElementOf(page, signs, isTyping ? field.value : '');
  if (place) scrollToElement(place, page, view);
}
