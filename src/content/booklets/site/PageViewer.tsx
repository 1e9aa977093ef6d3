import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { ShareButton } from '../../../ui/site/facts/ShareButton.tsx';
import { Picture, type PictureFile } from '../../../ui/site/Picture.tsx';
import { MAX_ZOOM_LEVEL, useZoom, type Zoom } from './useZoom.browser.ts';

export interface ViewerPage {
  key: string;
  file: PictureFile;
  alt: string;
}

interface Props {
  /** Name of the publication: «Encarte da quinzena». */
  title: string;
  pages: readonly ViewerPage[];
  start: number;
  /** Returns the address of a page. */
  pathOf: (index: number) => string;
  /** Called with the page shown last. */
  onClose: (index: number) => void;
}

/** Distance, in pixels, that an arrow key moves an enlarged page. */
const STEP = 90;

/**
 * Renders pages over the whole screen, one at a time, turned by swipes, buttons and keys, and enlarged by a
 * click. Needs JavaScript; without it, links open a page's picture.
 */
export function PageViewer({ title, pages, start, pathOf, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const thumbs = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(start);
  const zoom = useZoom(strip, index);
  const last = pages.length - 1;

  const closing = useRef(() => {});
  closing.current = () => onClose(index);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    scrollToPage(strip.current, start, 'instant');
    strip.current?.focus({ preventScroll: true });
    const onClosed = () => closing.current();
    element.addEventListener('close', onClosed);
    return () => {
      element.removeEventListener('close', onClosed);
      element.close();
    };
  }, [start]);

  // A swipe turns the page when the scrolling ends; until then, the current page stays.
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    let restTimer: ReturnType<typeof setTimeout>;
    const onRest = () => setIndex(Math.round(element.scrollLeft / element.clientWidth));
    const onScroll = () => {
      clearTimeout(restTimer);
      restTimer = setTimeout(onRest, 120);
    };
    // Prefer `scrollend`: on a busy device, a scroll in progress can pause longer than any timeout.
    const [type, onEvent] = 'onscrollend' in element ? ['scrollend', onRest] : ['scroll', onScroll];
    element.addEventListener(type, onEvent, { passive: true });
    return () => {
      clearTimeout(restTimer);
      element.removeEventListener(type, onEvent);
    };
  }, []);

  useEffect(() => {
    const list = thumbs.current;
    const thumb = list?.children[index];
    if (list && thumb instanceof HTMLElement)
      list.scrollTo({ left: thumb.offsetLeft - (list.clientWidth - thumb.offsetWidth) / 2 });
  }, [index]);

  const turnTo = (target: number) => {
    const page = Math.max(0, Math.min(last, target));
    setIndex(page);
    scrollToPage(strip.current, page);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actionsOf({ zoom, turnTo, index, last })[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  // Handles click, not pointerup: after pointerup has closed the viewer, the click would reach the element
  // below.
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    if (target.closest('.picture') && target.closest('.over-strip')) zoom.press(event);
    else if (target.closest('.over-strip') && zoom.level === 0) dialog.current?.close();
  };

  return (
    <dialog ref={dialog} className="over" aria-label={title} onKeyDown={onKeyDown} onClick={onClick}>
      <div className="over-bar">
        <p className="d4" aria-live="polite">
          Página {index + 1} <span>de {pages.length}</span>
        </p>
        <ShareButton title={`${title}, página ${index + 1}`} path={pathOf(index)} className="btn-s btn-sun" />
        <button type="button" className="x" aria-label="Fechar" onClick={() => dialog.current?.close()}>
          <Icon name="x" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of pages, not a fieldset of a form */}
      <div
        ref={strip}
        className="over-strip"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label="Páginas"
        {...zoom.pointer}
      >
        {pages.map(({ key, file, alt }, at) => {
          const ratio = (file.width ?? 1) / (file.height ?? 1);
          const scale = at === index ? zoom.scale : 1;
          return (
            <div
              key={key}
              className="over-page"
              inert={at !== index}
              tabIndex={scale > 1 ? 0 : undefined}
              data-zoomed={scale > 1 ? '' : undefined}
              style={{ '--ratio': ratio, '--zoom': scale } as CSSProperties}
            >
              <Picture file={file} alt={alt} sizes={sizesOf(ratio, scale)} use="page" eager={at === start} />
            </div>
          );
        })}
      </div>
      {pages.length > 1 && (
        <>
          <Turn className="p" to={index - 1} last={last} label="Página anterior" onTurn={turnTo} />
          <Turn className="n" to={index + 1} last={last} label="Próxima página" onTurn={turnTo} />
        </>
      )}
      <div className="over-zoom">
        <button
          type="button"
          className="x"
          aria-label="Diminuir"
          aria-disabled={zoom.level === 0}
          onClick={() => zoom.by(-1)}
        >
          <Icon name="zoom-out" />
        </button>
        <button
          type="button"
          className="x"
          aria-label="Ampliar"
          aria-disabled={zoom.level === MAX_ZOOM_LEVEL}
          onClick={() => zoom.by(1)}
        >
          <Icon name="zoom-in" />
        </button>
      </div>
      {pages.length > 1 && (
        <ul ref={thumbs} className="over-thumbs">
          {pages.map(({ key, file }, at) => (
            <li key={key}>
              <button
                type="button"
                aria-label={`Página ${at + 1}`}
                aria-current={at === index ? 'true' : undefined}
                onClick={() => turnTo(at)}
              >
                <Picture file={file} sizes="54px" alt="" use="thumbnail" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </dialog>
  );
}

interface TurnProps {
  className: string;
  to: number;
  last: number;
  label: string;
  onTurn: (to: number) => void;
}

function Turn({ className, to, last, label, onTurn }: TurnProps) {
  return (
    <button
      type="button"
      className={`x over-turn ${className}`}
      aria-label={label}
      aria-disabled={to < 0 || to > last}
      onClick={() => onTurn(to)}
    >
      <Icon name={className === 'p' ? 'arrow-left' : 'arrow-right'} />
    </button>
  );
}

function scrollToPage(strip: HTMLElement | null, index: number, behavior: ScrollBehavior = 'auto') {
  strip?.scrollTo({ left: index * strip.clientWidth, behavior });
}

/** Returns the `sizes` attribute: a page fits the screen, times the scale if enlarged. */
function sizesOf(ratio: number, scale: number): string {
  return `calc(${scale} * min(100vw, 100vh * ${ratio.toFixed(3)}))`;
}

interface Acting {
  zoom: Zoom;
  turnTo: (index: number) => void;
  index: number;
  last: number;
}

/** Returns the actions by key. Arrows scroll an enlarged page and turn others. */
function actionsOf({ zoom, turnTo, index, last }: Acting): Record<string, () => void> {
  const enlarged = zoom.level > 0;
  return {
    ArrowLeft: () => (enlarged ? zoom.move(-STEP, 0) : turnTo(index - 1)),
    ArrowRight: () => (enlarged ? zoom.move(STEP, 0) : turnTo(index + 1)),
    ...(enlarged && { ArrowUp: () => zoom.move(0, -STEP), ArrowDown: () => zoom.move(0, STEP) }),
    PageUp: () => turnTo(index - 1),
    PageDown: () => turnTo(index + 1),
    Home: () => turnTo(0),
    End: () => turnTo(last),
    '+': () => zoom.by(1),
    '=': () => zoom.by(1),
    '-': () => zoom.by(-1),
    '0': () => zoom.by(-MAX_ZOOM_LEVEL),
  };
}
