import { keepTicks, missingText, readTicks } from '../../features/recipes/ticks.browser.ts';

/** Keeps a recipe's ticks on the device, says what is missing and clears them at once. */
export default function shoppingList(list: HTMLElement): void {
  const recipe = list.dataset.shoppingList ?? '';
  const boxes = [...list.querySelectorAll('input')];
  const said = list.querySelector('[aria-live]');
  const clear = list.querySelector('button');
  const update = () => {
    const ticks = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    keepTicks(recipe, ticks);
    if (said) said.textContent = missingText(boxes.length - ticks.length, boxes.length);
    said?.classList.remove('waits');
    clear?.classList.toggle('waits', ticks.length === 0);
  };
  const kept = new Set(readTicks(recipe));
  // One that was made before the script came counts.
  for (const box of boxes) box.checked ||= kept.has(box.value);
  update();
  list.addEventListener('change', update);
  clear?.addEventListener('click', () => {
    for (const box of boxes) box.checked = false;
    update();
    boxes[0]?.focus();
  });
}
