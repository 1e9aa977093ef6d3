import { parseLine } from '../../content/shoppingList/shoppingLineParser.ts';
import { readShoppingList, storeShoppingList } from '../../content/shoppingList/shoppingList.browser.ts';
import {
  addItems,
  MAX_SHOPPING_ITEMS,
  type NewShoppingItem,
} from '../../content/shoppingList/shoppingList.ts';
import keepList from './cacheShoppingList.ts';

const FULL = `A lista está cheia: cabem ${MAX_SHOPPING_ITEMS}`;
const UNKEPT = 'Seu navegador não deixou guardar';

/** Adds lines to the shopping list and shows the result at the button. */
export function addToList(button: HTMLElement): void {
  const liveRegion = button.querySelector('[aria-live]');
  if (!liveRegion) return;
  const lines = linesOf(button);
  if (lines.length === 0) {
    liveRegion.textContent = 'Nada a pôr: tudo marcado';
    return;
  }
  const { list, items, refused } = addItems(readShoppingList(), lines);
  if (items.length > 0 && !storeShoppingList(list)) liveRegion.textContent = UNKEPT;
  else if (refused > 0) liveRegion.textContent = FULL;
  else liveRegion.textContent = toldOf(lines, items);
  keepList().catch(() => {});
}

function linesOf(button: HTMLElement): NewShoppingItem[] {
  const { listItem = '' } = button.dataset;
  if (listItem) {
    const item = JSON.parse(listItem) as string | NewShoppingItem;
    const line = typeof item === 'string' ? parseLine(item) : item;
    return line ? [line] : [];
  }
  const around = button.closest('[data-list-lines]');
  return [...(around?.querySelectorAll('[data-list-line]') ?? [])]
    .filter((line) => !line.querySelector(':checked'))
    .map((line) => parseLine(line.textContent))
    .filter((line) => line !== null);
}

function toldOf(lines: readonly NewShoppingItem[], items: readonly NewShoppingItem[]): string {
  if (lines.length > 1) return `${items.length} itens na lista`;
  const pieces = items[0]?.price && items[0].amounts[0]?.value;
  return pieces && pieces > 1 ? `${pieces} na lista` : 'Está na lista';
}
