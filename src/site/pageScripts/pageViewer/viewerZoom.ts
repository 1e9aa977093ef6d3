const SCALES = [1, 1.75, 2.75];
export const MAX_ZOOM_LEVEL = SCALES.length - 1;
/** Largest movement of a pointer, in pixels, that still counts as a click. */
const CLICK_TOLERANCE = 6;

export type Zoom = ReturnType<typeof createZoom>;

/**
 * Manages the zoom level of the current page of `strip`, its fixed point, and dragging with a mouse. `onChange`
 * shows the level.
 */
export function createZoom(
  strip: HTMLElement,
  currentPage: () => HTMLElement | undefined,
  onChange: () => void,
) {
  let level = 0;
  let pressed = { x: 0, y: 0, moved: false };

  /** Sets the level. The given point of the page, or its centre, stays where it is. */
  const to = (next: number, point?: { clientX: number; clientY: number }) => {
    const page = currentPage();
    if (!page) return;
    const box = page.getBoundingClientRect();
    const left = point ? point.clientX - box.left : box.width / 2;
    const top = point ? point.clientY - box.top : box.height / 2;
    const x = (page.scrollLeft + left) / page.scrollWidth;
    const y = (page.scrollTop + top) / page.scrollHeight;
    level = Math.max(0, Math.min(MAX_ZOOM_LEVEL, next));
    onChange();
    page.scrollTo({
      left: x * page.scrollWidth - left,
      top: y * page.scrollHeight - top,
      behavior: 'instant',
    });
  };

  strip.addEventListener('pointerdown', ({ clientX, clientY }) => {
    pressed = { x: clientX, y: clientY, moved: false };
  });
  strip.addEventListener('pointermove', ({ clientX, clientY, pointerType, buttons }) => {
    const { x, y, moved } = pressed;
    if (buttons === 0 || (!moved && Math.abs(clientX - x) + Math.abs(clientY - y) < CLICK_TOLERANCE)) return;
    pressed = { x: clientX, y: clientY, moved: true };
    // Touch scrolling is native.
    if (pointerType === 'mouse')
      currentPage()?.scrollBy({ left: x - clientX, top: y - clientY, behavior: 'instant' });
  });

  return {
    level: () => level,
    scale: () => SCALES[level] ?? 1,
    reset: () => {
      level = 0;
      onChange();
    },
    by: (steps: number) => to(level + steps),
    move: (left: number, top: number) => currentPage()?.scrollBy({ left, top }),
    /** Toggles the zoom, unless the pointer was dragged. */
    press: (point: MouseEvent) => {
      if (!pressed.moved) to(level === 0 ? MAX_ZOOM_LEVEL : 0, point);
    },
  };
}
