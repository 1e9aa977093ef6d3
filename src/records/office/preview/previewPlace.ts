// Finds the edited record on its previewed page. Other records may contain the same words and the same
// picture.

/** Clues by which a record is found on a page. */
export interface RecordClues {
  /** Part of the address of its picture. */
  picture: string | null;
  /** Texts of the form, the most distinctive first. */
  words: readonly string[];
}

const SHORTEST = 3;
/** Maximum number of elements between a card and its picture or name. */
const MAX_LEVELS = 5;

/** Returns the element to show: the text being typed, else the record's picture, else its words. */
export function previewElementOf(page: Document, signs: RecordClues, typing: string): Element | null {
  const main = page.querySelector('main') ?? page.body;
  const record = recordIn(main, signs);
  const typed = elementsWith(main, typing);
  if (!record) return typed[0] ?? null;
  const candidates = typed
    .map((element) => ({ element, around: sharedAncestor(element, record) }))
    .filter(({ element, around }) => element === record || !separatesRecords(around))
    .sort((a, b) => depthOf(b.around) - depthOf(a.around));
  return candidates[0]?.element ?? record;
}

/** Scrolls to `place`: first each horizontally scrolling row to the item that contains it, then the page. */
export function scrollToElement(place: Element, page: Document, view: Window): void {
  for (let item = place; item.parentElement && item !== page.body; item = item.parentElement) {
    const row = item.parentElement;
    if (!scrollsSideways(row)) continue;
    const left = item.getBoundingClientRect().left - row.getBoundingClientRect().left + row.scrollLeft;
    // Only an absolute position passes items with `scroll-snap-stop`; a relative one stops at them.
    row.scrollTo({ left, behavior: 'instant' });
  }
  const { top, bottom, height } = place.getBoundingClientRect();
  if (top >= 0 && bottom <= view.innerHeight) return;
  const room = Math.max(0, (view.innerHeight - height) / 2);
  view.scrollTo({ left: 0, top: view.scrollY + top - room, behavior: 'instant' });
}

function recordIn(main: Element, { picture, words }: RecordClues): Element | null {
  const pictures = picture
    ? [...main.querySelectorAll('img, video')].filter((element) => mediaAddresses(element).includes(picture))
    : [];
  if (pictures.length > 0) return bestOf(pictures, words);
  for (const word of words) {
    const named = elementsWith(main, word);
    if (named.length > 0) return bestOf(named, words);
  }
  return null;
}

const mediaAddresses = (element: Element) =>
  ['src', 'srcset', 'poster'].map((name) => element.getAttribute(name) ?? '').join(' ');

/** Returns the first element with the most of the record's words closest around it. */
function bestOf(elements: readonly Element[], words: readonly string[]): Element | null {
  const sought = words.map(firstLine).filter((word) => word.length >= SHORTEST);
  const scoreOf = (element: Element) => {
    let score = 0;
    let around: Element | null = element;
    for (let level = MAX_LEVELS; level > 0 && around && !separatesRecords(around); level -= 1) {
      const text = around.textContent?.toLowerCase() ?? '';
      score += level * sought.filter((word) => text.includes(word)).length;
      around = around.parentElement;
    }
    return score;
  };
  const scores = elements.map(scoreOf);
  return elements[scores.indexOf(Math.max(...scores))] ?? null;
}

const firstLine = (text: string) => text.split('\n', 1)[0]?.trim().toLowerCase() ?? '';

/** Returns the visible elements with `text`, exact matches first. */
function elementsWith(main: Element, text: string): Element[] {
  const sought = firstLine(text);
  if (sought.length < SHORTEST) return [];
  const [exact, others]: [Element[], Element[]] = [[], []];
  const nodes = main.ownerDocument.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const found = node.nodeValue?.trim().toLowerCase() ?? '';
    if (!found.includes(sought) || !node.parentElement?.checkVisibility()) continue;
    (found === sought ? exact : others).push(node.parentElement);
  }
  return [...exact, ...others];
}

function sharedAncestor(first: Element, second: Element): Element {
  let around = first;
  while (!around.contains(second) && around.parentElement) around = around.parentElement;
  return around;
}

function depthOf(element: Element): number {
  let depth = 0;
  for (let around = element.parentElement; around; around = around.parentElement) depth += 1;
  return depth;
}

/** Returns whether an element contains several records, one per item. */
const separatesRecords = (element: Element) => element.matches('ul, ol, tbody') || scrollsSideways(element);

function scrollsSideways(element: Element): boolean {
  if (element.scrollWidth <= element.clientWidth + 1) return false;
  const view = element.ownerDocument.defaultView;
  return /auto|scroll/.test(view?.getComputedStyle(element).overflowX ?? '');
}
