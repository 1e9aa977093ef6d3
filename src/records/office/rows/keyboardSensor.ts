import { getFirstCollision, KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core';

const ARROWS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);
/** Keys that drop the item or cancel the drag. */
const END_KEYS = new Set(['Space', 'Enter', 'Tab', 'Escape']);
const POLL_MS = 10;
/** Longest wait of a key. After that dnd-kit gets it in any state, so that Esc always works. */
const MAX_WAIT_MS = 1000;

/**
 * Keyboard sensor that loses no keys. dnd-kit's own ignores a key that arrives before it has measured the
 * positions, and drops an item at its former place if the drop key arrives before the last move is rendered.
 * Here keys wait in a queue until then. Scrolling must be instant.
 */
export class QueueingKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const queue = new KeyQueue(props);
    super({
      ...props,
      onMove: (coordinates) => {
        queue.expectRender();
        props.onMove(coordinates);
      },
      onEnd: () => {
        queue.stop();
        props.onEnd();
      },
      onCancel: () => {
        queue.stop();
        props.onCancel();
      },
    });
    // Runs after the sensor's own timer, which adds its listener.
    setTimeout(() => queue.open());
  }
}

class KeyQueue {
  readonly #props: KeyboardSensorProps;
  readonly #keys: KeyboardEvent[] = [];
  /** dnd-kit replaces its context with each render, so this one is outdated until the next. */
  #outdated: unknown;
  #isOpen = false;
  /** A key has scrolled the page, and dnd-kit does not know yet. */
  #isScrolling = false;
  #pressed: KeyboardEvent | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #deadline = 0;

  constructor(props: KeyboardSensorProps) {
    this.#props = props;
    this.#outdated = props.context.current;
    document.addEventListener('keydown', this.#take, true);
    document.addEventListener('scroll', this.#noteScroll, true);
  }

  open(): void {
    this.#isOpen = true;
  }

  expectRender(): void {
    this.#outdated = this.#props.context.current;
  }

  stop(): void {
    document.removeEventListener('keydown', this.#take, true);
    document.removeEventListener('scroll', this.#noteScroll, true);
    clearTimeout(this.#timer);
    this.#keys.length = 0;
  }

  readonly #noteScroll = (): void => {
    if (!this.#isScrolling) return;
    this.#isScrolling = false;
    this.expectRender();
  };

  readonly #take = (event: KeyboardEvent): void => {
    const isEnd = END_KEYS.has(event.code);
    if (event === this.#pressed || !(isEnd || ARROWS.has(event.code))) return;
    // The item was removed during the drag.
    if (!this.#props.activeNode.node.current) {
      this.stop();
      return;
    }
    event.stopImmediatePropagation();
    // A key after the last one of this drag keeps its default action.
    if (this.#keys.some(({ code }) => END_KEYS.has(code))) return;
    event.preventDefault();
    // Holding the space bar must not drop the item, nor holding an arrow move it after the release.
    if (event.repeat && (isEnd || this.#keys.length > 0)) return;
    this.#keys.push(event);
    if (this.#keys.length === 1) this.#pressNext();
  };

  #pressNext(): void {
    this.#deadline = performance.now() + MAX_WAIT_MS;
    this.#pressWhenSettled();
  }

  readonly #pressWhenSettled = (): void => {
    if (!this.#isSettled() && performance.now() < this.#deadline) {
      this.#timer = setTimeout(this.#pressWhenSettled, POLL_MS);
      return;
    }
    const key = this.#keys.shift();
    if (key) this.#press(key);
    if (this.#keys.length > 0) this.#pressNext();
  };

  #press({ code, key }: KeyboardEvent): void {
    const before = this.#scrollOffsets();
    this.#pressed = new KeyboardEvent('keydown', { code, key, cancelable: true });
    document.dispatchEvent(this.#pressed);
    this.#isScrolling ||= this.#scrollOffsets() !== before;
  }

  #scrollOffsets(): string {
    const { scrollableAncestors } = this.#props.context.current;
    return scrollableAncestors.map(({ scrollLeft, scrollTop }) => `${scrollLeft} ${scrollTop}`).join();
  }

  /** Returns whether dnd-kit has measured all positions and rendered the last move. */
  #isSettled(): boolean {
    const { current } = this.#props.context;
    const { collisionRect, collisions, droppableContainers, droppableRects, over } = current;
    return (
      this.#isOpen &&
      !this.#isScrolling &&
      current !== this.#outdated &&
      collisionRect !== null &&
      droppableRects.size >= droppableContainers.getEnabled().length &&
      over !== null &&
      getFirstCollision(collisions, 'id') === over.id
    );
  }
}
