/** Marks the page if the device has a shopping list (`content/shoppingList/shoppingList.browser.ts`). */
export function markShoppingList(): void {
  try {
    const { items } = JSON.parse(localStorage.getItem('vitrine.list') ?? '{"items":[]}');
    if (items.length > 0) document.documentElement.dataset.myList = '';
  } catch {}
}
