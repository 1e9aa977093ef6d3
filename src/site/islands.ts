import type { ComponentType } from 'react';

/** Loaders of the islands by name. */
export const islands = {
  Application: async () => (await import('../content/applications/site/Application.tsx')).Application,
  ShoppingListView: async () =>
    (await import('../content/shoppingList/ShoppingListView.tsx')).ShoppingListView,
} satisfies Record<string, () => Promise<unknown>>;

export type IslandName = keyof typeof islands;

/** Returns the component of an island. The server wrote its `props` for this component. */
export const loadIsland = (name: string): Promise<ComponentType<object>> | undefined =>
  Object.hasOwn(islands, name)
    ? (islands[name as IslandName]() as Promise<unknown> as Promise<ComponentType<object>>)
    : undefined;
