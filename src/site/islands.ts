import type { ComponentType } from 'react';

/** Each island by its name, as the browser loads it. */
export const islands = {
  Application: async () => (await import('../features/applications/Application.tsx')).Application,
  BookletReader: async () => (await import('../features/booklets/BookletReader.tsx')).BookletReader,
  DailyOffers: async () => (await import('../features/booklets/DailyOffers.tsx')).DailyOffers,
  GroceryList: async () => (await import('../features/groceries/GroceryList.tsx')).GroceryList,
} satisfies Record<string, () => Promise<unknown>>;

export type IslandName = keyof typeof islands;

/** What is in `props` was written by the server for this very component. */
export const partOf = (name: string): Promise<ComponentType<object>> | undefined =>
  Object.hasOwn(islands, name)
    ? (islands[name as IslandName]() as Promise<unknown> as Promise<ComponentType<object>>)
    : undefined;
