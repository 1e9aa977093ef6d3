/**
 * What an empty list does without, each loaded when it is needed. Offline all of it must be there, so that
 * `site/manners/keepList.ts` loads it ahead, once the page has come to rest.
 */
export const groceryPieces = {
  paper: () => import('./GroceryPaper.tsx'),
  reader: () => import('./groceryReader.ts'),
  edit: () => import('./GroceryEdit.tsx'),
  link: () => import('./groceryLink.browser.ts'),
  arrived: () => import('./GroceryArrived.tsx'),
};
