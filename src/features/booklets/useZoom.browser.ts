import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';

const ZOOMS = [1, 1.75, 2.75];
export const MOST_ZOOMED = ZOOMS.length - 1;
/** A finger or a mouse that moved less has pressed, not dragged. */
const STILL = 6;

export type Zoom = ReturnType<typeof useZoom>;

/** How large the page `index` of `strip` is, about which point, and how a mouse drags it. */
export function useZoom(strip: { current: HTMLElement | null }, index: number) {
  const [enlarged, setEnlarged] = useState({ index, level: 0 });
  // Another page is whole again.
  const level = enlarged.index === index ? enlarged.level : 0;
  /** What is under a point of the pane, in shares of the page, is there again after the change. */
  const fixed = useRef({ x: 0.5, y: 0.5, left: 0, top: 0 });
  const pressed = useRef({ x: 0, y: 0, moved: false });
  const pane = () => strip.current?.children[index] as HTMLElement | undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the size
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
    setEnlarged({ index, level: Math.max(0, Math.min(MOST_ZOOMED, next)) });
  };

  return {
    level,
    scale: ZOOMS[level] ?? 1,
    by: (steps: number) => to(level + steps),
    move: (left: number, top: number) => pane()?.scrollBy({ left, top }),
    /** A press that was no drag. */
    press: (point: MouseEvent) => {
      if (!pressed.current.moved) to(level === 0 ? MOST_ZOOMED : 0, point);
    },
    pointer: {
      onPointerDown: ({ clientX, clientY }: PointerEvent) => {
        pressed.current = { x: clientX, y: clientY, moved: false };
      },
      onPointerMove: ({ clientX, clientY, pointerType, buttons }: PointerEvent) => {
        const { x, y, moved } = pressed.current;
        if (buttons === 0 || (!moved && Math.abs(clientX - x) + Math.abs(clientY - y) < STILL)) return;
        pressed.current = { x: clientX, y: clientY, moved: true };
        // Fingers scroll by themselves.
        if (pointerType === 'mouse')
          pane()?.scrollBy({ left: x - clientX, top: y - clientY, behavior: 'instant' });
      },
    },
  };
}
