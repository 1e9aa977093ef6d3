/**
 * Modules that an empty list does not need, loaded on demand. They must be available offline, so
 * `site/pageScripts/cacheShoppingList.ts` preloads them once the page is idle.
 */
export const shoppingListModules = {
  paper: () => import('./ShoppingListSheet.tsx'),
  reader: () => import('./shoppingLineParser.ts'),
  edit: () => import('./ShoppingItemEditor.tsx'),
  link: () => import('./shoppingLink.browser.ts'),
  arrived: () => import('./ReceivedShoppingList.tsx'),
};
