import type { Page } from '@playwright/test';

/**
 * Returns the pairs of labels, hints, errors and controls of the page's forms whose boxes overlap, also if no
 * glyph covers another yet. Content that scrolls inside a form is left out, because its box extends beyond
 * the visible part.
 */
export function fieldOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK = 1;
    const TEXTS = 'label, legend, h2, h3, p, .field-label, .field-hint, .field-error, .field-ask, .link';
    const CONTROLS = 'input, select, textarea, button, .drop-zone';
    const isInScroller = (element: Element, form: Element) => {
      for (let box: Element | null = element; box && box !== form; box = box.parentElement)
        if (/auto|scroll/.test(getComputedStyle(box).overflowY) && !box.matches('textarea')) return true;
      return false;
    };
    const isShown = (element: Element) => {
      const box = element.getBoundingClientRect();
      return (
        box.width > 2 &&
        box.height > 2 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('.save-bar, .section-links, .sr-only, [inert], [role=toolbar]')
      );
    };
    const parts = [...document.querySelectorAll('main form')].flatMap((form) =>
      [...form.querySelectorAll(`${TEXTS}, ${CONTROLS}`)]
        .filter((element) => isShown(element) && !isInScroller(element, form))
        .map((element) => ({
          element,
          form,
          box: element.getBoundingClientRect(),
          isText: element.matches(TEXTS),
        })),
    );
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}${element.className ? `.${element.className}` : ''} «${(
        element.textContent ||
        element.getAttribute('name') ||
        element.getAttribute('aria-label') ||
        ''
      )
        .trim()
        .replace(/\s+/g, ' ')
        .slice(0, 50)}»`;
    const overlaps = new Set<string>();
    for (const [index, one] of parts.entries())
      for (const other of parts.slice(index + 1)) {
        if (one.form !== other.form || !(one.isText || other.isText)) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > SLACK && down > SLACK)
          overlaps.add(`${Math.round(down)} px: ${name(one.element)} / ${name(other.element)}`);
      }
    return [...overlaps];
  });
}
