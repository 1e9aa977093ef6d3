import type { Page } from '@playwright/test';

/**
 * Returns the layout errors of the page's texts: beyond the screen's edge, cut off by hidden overflow,
 * outside of their background, or overlapping other texts.
 */
export function textLayoutErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK = 3;
    const troubles = new Set<string>();
    const screen = document.documentElement.clientWidth;
    interface Line {
      text: string;
      block: Element;
      layer: Element | null;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    const lines: Line[] = [];
    const short = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 40);
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';

    // A sticky or fixed element overlays the content that scrolls under it, and an open menu that below it.
    const layerOf = (element: Element): Element | null => {
      for (let box: Element | null = element; box; box = box.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(box).position) || box.matches('nav details > ul'))
          return box;
      return null;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const modal = document.querySelector('dialog:modal, :popover-open');
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent ?? '';
      if (!element || !text.trim() || element.closest('script, style, noscript, option, svg, [inert]'))
        continue;
      if (modal && !modal.contains(element)) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const style = getComputedStyle(element);
      // Line boxes are taller than their glyphs, so only the middle of each box is compared.
      const size = Number.parseFloat(style.fontSize);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 2) continue;
        const middle = (box.top + box.bottom) / 2;
        lines.push({
          text: short(text),
          block: element,
          layer: layerOf(element),
          left: box.left,
          right: box.right,
          top: middle - size * 0.36,
          bottom: middle + size * 0.36,
        });
      }
    }

    const hidden = new Set<Line>();
    for (const line of lines) {
      let sideways = false;
      let hasBackground = false;
      for (let box: Element | null = line.block; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        if (edge.width <= 1 && edge.height <= 1) {
          hidden.add(line);
          break;
        }
        if (style.display === 'inline') continue;
        const isCutAcross = style.overflowX !== 'visible' && !scrolls(style.overflowX) && !sideways;
        const isCutDown = style.overflowY !== 'visible' && !scrolls(style.overflowY);
        if (isCutAcross && (line.left < edge.left - SLACK || line.right > edge.right + SLACK))
          troubles.add(`cut off across by ${box.tagName}.${box.className}: ${line.text}`);
        if (isCutDown && style.webkitLineClamp !== 'none' && line.bottom > edge.bottom + SLACK)
          hidden.add(line);
        else if (isCutDown && (line.top < edge.top - SLACK || line.bottom > edge.bottom + SLACK))
          troubles.add(`cut off down by ${box.tagName}.${box.className}: ${line.text}`);
        if (scrolls(style.overflowX)) {
          sideways = true;
          if (line.right < edge.left || line.left > edge.right) hidden.add(line);
        }
        if (scrolls(style.overflowY) && (line.bottom < edge.top || line.top > edge.bottom)) hidden.add(line);
        const painted =
          style.backgroundImage !== 'none' || !/rgba\(0, 0, 0, 0\)|transparent/.test(style.backgroundColor);
        if (painted && !hasBackground && !scrolls(style.overflowY)) {
          hasBackground = true;
          if (
            !hidden.has(line) &&
            !sideways &&
            (line.left < edge.left - SLACK ||
              line.right > edge.right + SLACK ||
              line.top < edge.top - SLACK ||
              line.bottom > edge.bottom + SLACK)
          )
            troubles.add(`out of its ground ${box.tagName}.${box.className}: ${line.text}`);
        }
        if (style.position === 'fixed') break;
      }
      if (!sideways && !hidden.has(line) && (line.right > screen + SLACK || line.left < -SLACK))
        troubles.add(`beyond the screen: ${line.text}`);
    }

    const visible = lines.filter((line) => !hidden.has(line)).sort((a, b) => a.top - b.top);
    for (const [index, line] of visible.entries()) {
      for (let other = index + 1; other < visible.length; other += 1) {
        const next = visible[other];
        if (!next || next.top >= line.bottom) break;
        if (next.block === line.block || next.layer !== line.layer) continue;
        const across = Math.min(line.right, next.right) - Math.max(line.left, next.left);
        const down = Math.min(line.bottom, next.bottom) - next.top;
        if (across > SLACK && down > SLACK) troubles.add(`over each other: ${line.text} / ${next.text}`);
      }
    }
    return [...troubles];
  });
}
