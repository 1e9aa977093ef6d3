import type { ViewerAct } from '../../../content/booklets/site/PageViewer.tsx';
import { createZoom, MAX_ZOOM_LEVEL, type Zoom } from './viewerZoom.ts';

/** Distance, in pixels, that an arrow key moves an enlarged page. */
const STEP = 90;
/** Pause after which a scroll has ended, in browsers that do not report it. */
const SCROLL_END_MS = 120;

/**
 * Shows the pictures of `links` over the whole screen, beginning with that of `links[start]`. After closing,
 * the link of the page shown last has the focus.
 */
export function openViewer(
  template: HTMLTemplateElement,
  links: readonly HTMLAnchorElement[],
  start: number,
): void {
  const dialog = document.importNode(template.content, true).querySelector('dialog');
  const strip = dialog?.querySelector<HTMLElement>('.over-strip');
  if (!dialog || !strip || document.querySelector('.over[open]')) return;
  const last = links.length - 1;
  const share = dialog.querySelector<HTMLElement>('[data-share]');
  const position = dialog.querySelector('[aria-live]')?.firstChild;
  const thumbs = dialog.querySelector<HTMLElement>('.over-thumbs');
  const title = dialog.getAttribute('aria-label') ?? '';
  const pages = links.map((link, at) => pageOf(link, at === start));
  strip.append(...pages.map(({ element }) => element));
  const buttons = thumbs ? links.map((link, at) => thumbOf(link, at, () => turnTo(at))) : [];
  thumbs?.append(...buttons.map((button) => inItem(button)));
  let index = start;
  /** Page to which a key or button scrolls. */
  let turningTo: number | undefined;

  const zoom = createZoom(strip, () => pages[index]?.element, showZoom);

  function showZoom() {
    for (const [at, page] of pages.entries()) page.scaleTo(at === index ? zoom.scale() : 1);
    disable('smaller', zoom.level() === 0);
    disable('larger', zoom.level() === MAX_ZOOM_LEVEL);
  }

  function disable(act: ViewerAct, isDisabled: boolean) {
    dialog?.querySelector(`[data-act=${act}]`)?.setAttribute('aria-disabled', String(isDisabled));
  }

  function showPage(page: number) {
    index = page;
    zoom.reset();
    if (position) position.textContent = `Página ${index + 1} `;
    if (share) {
      share.dataset.title = `${title}, página ${index + 1}`;
      share.dataset.share = `${template.dataset.pageViewer}#pagina-${index + 1}`;
    }
    disable('back', index === 0);
    disable('forward', index === last);
    for (const [at, { element }] of pages.entries()) element.inert = at !== index;
    for (const [at, button] of buttons.entries()) {
      if (at === index) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    const thumb = buttons[index]?.parentElement;
    if (thumbs && thumb)
      thumbs.scrollTo({ left: thumb.offsetLeft - (thumbs.clientWidth - thumb.offsetWidth) / 2 });
  }

  const scrollToPage = (page: number, behavior: ScrollBehavior = 'auto') =>
    strip.scrollTo({ left: page * strip.clientWidth, behavior });

  function turnTo(target: number) {
    const page = Math.max(0, Math.min(last, target));
    turningTo = page;
    showPage(page);
    scrollToPage(page);
  }

  const acts: Record<ViewerAct, () => void> = {
    close: () => dialog.close(),
    back: () => turnTo(index - 1),
    forward: () => turnTo(index + 1),
    smaller: () => zoom.by(-1),
    larger: () => zoom.by(1),
  };
  for (const [name, act] of Object.entries(acts))
    dialog.querySelector(`[data-act=${name}]`)?.addEventListener('click', act);

  dialog.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keyActs(zoom, turnTo, index, last)[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // Handles click, not pointerup: after pointerup has closed the viewer, the click would reach the element
  // below.
  dialog.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element && strip.contains(target))) return;
    if (target.closest('.picture')) zoom.press(event);
    else if (zoom.level() === 0) dialog.close();
  });

  // A swipe turns the page when the scrolling ends; until then, the current page stays. A turn by key that
  // interrupts another one also ends that one's scrolling, between two pages.
  const onRest = () => {
    const page = Math.round(strip.scrollLeft / strip.clientWidth);
    if (turningTo !== undefined && page !== turningTo) return;
    turningTo = undefined;
    if (page !== index) showPage(page);
  };
  const onSwipe = () => {
    turningTo = undefined;
  };
  for (const type of ['pointerdown', 'wheel']) strip.addEventListener(type, onSwipe, { passive: true });
  // Prefer `scrollend`: on a busy device, a scroll in progress can pause longer than any timeout.
  if ('onscrollend' in window) strip.addEventListener('scrollend', onRest, { passive: true });
  else {
    let restTimer: ReturnType<typeof setTimeout>;
    const onScroll = () => {
      clearTimeout(restTimer);
      restTimer = setTimeout(onRest, SCROLL_END_MS);
    };
    strip.addEventListener('scroll', onScroll, { passive: true });
  }

  dialog.addEventListener('close', () => {
    dialog.remove();
    links[index]?.focus();
  });
  template.after(dialog);
  dialog.showModal();
  showPage(start);
  scrollToPage(start, 'instant');
  strip.focus({ preventScroll: true });
}

/** Returns a copy of the picture in a link, shown in the width `sizes`. */
function pictureOf(link: HTMLAnchorElement, sizes: string, alt?: string): Element | undefined {
  const copy = link.querySelector('.picture')?.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  setSizes(copy, sizes);
  const image = copy.querySelector<HTMLImageElement>('picture img');
  if (image && alt !== undefined) image.alt = alt;
  return copy;
}

function setSizes(picture: Element, sizes: string) {
  for (const source of picture.querySelectorAll('source')) source.sizes = sizes;
}

/** Creates the page of a link; `isFirst` if it is shown first. */
function pageOf(link: HTMLAnchorElement, isFirst: boolean) {
  const element = document.createElement('div');
  element.className = 'over-page';
  const original = link.querySelector<HTMLImageElement>('picture img');
  const ratio = Number(original?.getAttribute('width') ?? 1) / Number(original?.getAttribute('height') ?? 1);
  /** Returns the `sizes` attribute: a page fits the screen, times the scale if enlarged. */
  const sizesAt = (scale: number) => `calc(${scale} * min(100vw, 100vh * ${ratio.toFixed(3)}))`;
  const picture = pictureOf(link, sizesAt(1));
  const image = picture?.querySelector<HTMLImageElement>('picture img');
  if (image) {
    image.loading = isFirst ? 'eager' : 'lazy';
    image.decoding = isFirst ? 'auto' : 'async';
    image.fetchPriority = isFirst ? 'high' : 'auto';
  }
  element.style.setProperty('--ratio', String(ratio));
  element.style.setProperty('--zoom', '1');
  if (picture) element.append(picture);
  let shown = 1;
  return {
    element,
    scaleTo(scale: number) {
      if (scale === shown) return;
      shown = scale;
      element.style.setProperty('--zoom', String(scale));
      element.toggleAttribute('data-zoomed', scale > 1);
      if (scale > 1) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
      if (picture) setSizes(picture, sizesAt(scale));
    },
  };
}

function thumbOf(link: HTMLAnchorElement, at: number, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', `Página ${at + 1}`);
  button.addEventListener('click', onClick);
  const picture = pictureOf(link, '54px', '');
  if (picture) button.append(picture);
  return button;
}

function inItem(button: HTMLButtonElement): HTMLLIElement {
  const item = document.createElement('li');
  item.append(button);
  return item;
}

/** Returns the actions by key. Arrows scroll an enlarged page and turn others. */
function keyActs(
  zoom: Zoom,
  turnTo: (page: number) => void,
  index: number,
  last: number,
): Record<string, () => void> {
  const isEnlarged = zoom.level() > 0;
  return {
    ArrowLeft: () => (isEnlarged ? zoom.move(-STEP, 0) : turnTo(index - 1)),
    ArrowRight: () => (isEnlarged ? zoom.move(STEP, 0) : turnTo(index + 1)),
    ...(isEnlarged && { ArrowUp: () => zoom.move(0, -STEP), ArrowDown: () => zoom.move(0, STEP) }),
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
