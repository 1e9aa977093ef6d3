import { missingText, readTicks, saveTicks } from '../../content/recipes/site/ticks.browser.ts';

/** Stores a recipe's ticks on the device, shows the missing items and clears the ticks. */
export default function rememberTicks(list: HTMLElement): void {
  const recipe = list.dataset.shoppingList ?? '';
  const boxes = [...list.querySelectorAll('input')];
  const liveRegion = list.querySelector('[aria-live]');
  const clear = list.querySelector('button');
  const update = () => {
    const ticks = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    saveTicks(recipe, ticks);
    if (liveRegion) liveRegion.textContent = missingText(boxes.length - ticks.length, boxes.length);
    liveRegion?.classList.remove('waits');
    clear?.classList.toggle('waits', ticks.length === 0);
  };
  const stored = new Set(readTicks(recipe));
  // A tick that was made before the script loaded counts.
  for (const box of boxes) box.checked ||= stored.has(box.value);
  update();
  list.addEventListener('change', update);
  clear?.addEventListener('click', () => {
    for (const box of boxes) box.checked = false;
    update();
    boxes[0]?.focus();
  });
}
