import type { ComponentType } from 'react';

/** Loaders of the islands by name. */
export const islands = {
  Application: async () => (await import('../features/applications/Application.tsx')).Application,
  BookletReader: async () => (await import('../features/booklets/BookletReader.tsx')).BookletReader,
  DailyOffers: async () => (await import('../features/booklets/DailyOffers.tsx')).DailyOffers,
  ShoppingListView: async () =>
    (await import('../features/shoppingList/ShoppingListView.tsx')).ShoppingListView,
} satisfies Record<string, () => Promise<unknown>>;

export type IslandName = keyof typeof islands;

/** Returns the component of an island. The server wrote its `props` for this component. */
export const loadIsland = (name: string): Promise<ComponentType<object>> | undefined =>
  Object.hasOwn(islands, name)
    ? (islands[name as IslandName]() as Promise<unknown> as Promise<ComponentType<object>>)
    : undefined;
