import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';

const ZOOMS = [1, 1.75, 2.75];
export const MAX_ZOOM_LEVEL = ZOOMS.length - 1;
/** Largest movement of a pointer, in pixels, that still counts as a click. */
const CLICK_TOLERANCE = 6;

export type Zoom = ReturnType<typeof useZoom>;

/** Manages the zoom level of page `index` of `strip`, its fixed point, and dragging with a mouse. */
export function useZoom(strip: { current: HTMLElement | null }, index: number) {
  const [enlarged, setEnlarged] = useState({ index, level: 0 });
  // The zoom resets when the page changes.
  const level = enlarged.index === index ? enlarged.level : 0;
  /** Point of the page, as fractions of its size, that stays under the pointer when the zoom changes. */
  const fixed = useRef({ x: 0.5, y: 0.5, left: 0, top: 0 });
  const pressed = useRef({ x: 0, y: 0, moved: false });
  const pane = () => strip.current?.children[index] as HTMLElement | undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the zoom level
  useLayoutEffect(() => {
    const element = pane();
    const { x, y, left, top } = fixed.current;
    element?.scrollTo({
      left: x * element.scrollWidth - left,
      top: y * element.scrollHeight - top,
      behavior: 'instant',
    });
  }, [level]);

  const to = (next: number, point?: { clientX: number; clientY: number }) => {
    const element = pane();
    if (!element) return;
    const box = element.getBoundingClientRect();
    const left = point ? point.clientX - box.left : box.width / 2;
    const top = point ? point.clientY - box.top : box.height / 2;
    const x = (element.scrollLeft + left) / element.scrollWidth;
    const y = (element.scrollTop + top) / element.scrollHeight;
    fixed.current = { x, y, left, top };
    setEnlarged({ index, level: Math.max(0, Math.min(MAX_ZOOM_LEVEL, next)) });
  };

  return {
    level,
    scale: ZOOMS[level] ?? 1,
    by: (steps: number) => to(level + steps),
    move: (left: number, top: number) => pane()?.scrollBy({ left, top }),
    /** Toggles the zoom, unless the pointer was dragged. */
    press: (point: MouseEvent) => {
      if (!pressed.current.moved) to(level === 0 ? MAX_ZOOM_LEVEL : 0, point);
    },
    pointer: {
      onPointerDown: ({ clientX, clientY }: PointerEvent) => {
        pressed.current = { x: clientX, y: clientY, moved: false };
      },
      onPointerMove: ({ clientX, clientY, pointerType, buttons }: PointerEvent) => {
        const { x, y, moved } = pressed.current;
        if (buttons === 0 || (!moved && Math.abs(clientX - x) + Math.abs(clientY - y) < CLICK_TOLERANCE))
          return;
        pressed.current = { x: clientX, y: clientY, moved: true };
        // Touch scrolling is native.
        if (pointerType === 'mouse')
          pane()?.scrollBy({ left: x - clientX, top: y - clientY, behavior: 'instant' });
      },
    },
  };
}
