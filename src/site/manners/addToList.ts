import { keepGroceries, readGroceries } from '../../features/groceries/groceries.browser.ts';
import { add, MOST_GROCERIES, type NewGrocery } from '../../features/groceries/groceries.ts';
import { readLine } from '../../features/groceries/groceryReader.ts';
import keepList from './keepList.ts';

const FULL = `A lista está cheia: cabem ${MOST_GROCERIES}`;
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
  const { list, items, refused } = add(readGroceries(), lines);
  if (items.length > 0 && !keepGroceries(list)) liveRegion.textContent = UNKEPT;
  else if (refused > 0) liveRegion.textContent = FULL;
  else liveRegion.textContent = toldOf(lines, items);
  keepList().catch(() => {});
}

function linesOf(button: HTMLElement): NewGrocery[] {
  const { listItem = '' } = button.dataset;
  if (listItem) {
    const item = JSON.parse(listItem) as string | NewGrocery;
    const line = typeof item === 'string' ? readLine(item) : item;
    return line ? [line] : [];
  }
  const around = button.closest('[data-list-lines]');
  return [...(around?.querySelectorAll('[data-list-line]') ?? [])]
    .filter((line) => !line.querySelector(':checked'))
    .map((line) => readLine(line.textContent))
    .filter((line) => line !== null);
}

function toldOf(lines: readonly NewGrocery[], items: readonly NewGrocery[]): string {
  if (lines.length > 1) return `${items.length} itens na lista`;
  const pieces = items[0]?.price && items[0].amounts[0]?.value;
  return pieces && pieces > 1 ? `${pieces} na lista` : 'Está na lista';
}
