/**
 * Modules that an empty list does not need, loaded on demand. They must be available offline, so
 * `site/manners/keepList.ts` preloads them once the page is idle.
 */
export const groceryPieces = {
  paper: () => import('./GroceryPaper.tsx'),
  reader: () => import('./groceryReader.ts'),
  edit: () => import('./GroceryEdit.tsx'),
  link: () => import('./groceryLink.browser.ts'),
  arrived: () => import('./GroceryArrived.tsx'),
};
