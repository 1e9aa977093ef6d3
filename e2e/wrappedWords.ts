import type { Page } from '@playwright/test';

/**
 * Returns the words of the page that wrap over two lines, such as `Recrutament/o` or `e-/mail`. Addresses,
 * words longer than `LONGEST` and words with their own hyphen may wrap.
 */
export function wrappedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LONGEST = 24;
    // Text for screen readers only, or a trap for robots.
    const isHidden = (element: Element): boolean => {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { width, height, right } = box.getBoundingClientRect();
        if (right <= 0 || (width <= 1 && height <= 1)) return true;
      }
      return false;
    };
    const broken = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.closest('script, style, noscript, option, svg, .sr-only, [inert]')) continue;
      const text = node.textContent ?? '';
      for (const { 0: piece, index: start } of text.matchAll(/\S+/g)) {
        if (/[@/_]|\.\w/.test(piece)) continue;
        for (const { 0: word, index } of piece.matchAll(/e-mails?|[\p{L}\p{M}\d]+/giu)) {
          if (word.length > LONGEST) continue;
          const range = document.createRange();
          range.setStart(node, start + index);
          range.setEnd(node, start + index + word.length);
          const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
          const tops = new Set(lines.map(({ top }) => Math.round(top)));
          if (tops.size > 1 && !isHidden(element))
            broken.add(`${word} (${element.tagName.toLowerCase()}.${element.className})`);
        }
      }
    }
    return [...broken];
  });
}
