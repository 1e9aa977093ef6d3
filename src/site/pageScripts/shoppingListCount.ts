/**
 * Shows the count of missing items on every page, and handles buttons that add to the list, including those
 * of islands. The code behind a button is loaded when it is first touched.
 */
export default function showShoppingListCount(): void {
  let missing = 0;
  const count = () => {
    missing = 0;
    try {
      const { items } = JSON.parse(localStorage.getItem('vitrine.list') ?? '{"items":[]}');
      missing = items.filter(({ done }: { done?: true }) => !done).length;
    } catch {}
    for (const place of document.querySelectorAll('.to-list-page b'))
      place.textContent = missing ? String(missing) : '';
  };
  count();
  if (missing > 0) void import('./cacheShoppingList.ts').then((list) => list.default()).catch(() => {});
  for (const type of ['storage', 'vitrine-list', 'pageshow']) addEventListener(type, count);
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button[data-list-item]');
    if (button) void import('./addToList.ts').then((list) => list.addToList(button));
  });
}
