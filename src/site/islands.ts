import type { ComponentType } from 'react';

/** Each island by its name, as the browser loads it. */
export const islands = {
  ApplicationForm: async () => (await import('../features/applications/ApplicationForm.tsx')).ApplicationForm,
  BookletReader: async () => (await import('../features/booklets/BookletReader.tsx')).BookletReader,
  DailyOffers: async () => (await import('../features/booklets/DailyOffers.tsx')).DailyOffers,
  ShoppingList: async () => (await import('../features/recipes/ShoppingList.tsx')).ShoppingList,
} satisfies Record<string, () => Promise<unknown>>;

export type IslandName = keyof typeof islands;

/** What is in `props` was written by the server for this very component. */
export const partOf = (name: string): Promise<ComponentType<object>> | undefined =>
  Object.hasOwn(islands, name)
    ? (islands[name as IslandName]() as Promise<unknown> as Promise<ComponentType<object>>)
    : undefined;
