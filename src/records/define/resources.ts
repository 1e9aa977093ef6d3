import type { Area } from '../../shared/permissions.ts';
import type { Office, Resource } from '../../shared/resource.ts';

// The engine works with the resources and screens that the product registers when it starts.

/** Tables of the resources. `src/content/resources.ts` adds them. */
export interface ResourceTables extends Record<never, true> {}

export type RegisteredResource = Resource & { table: keyof ResourceTables; area: Area };

/** Screens with a menu entry of their own, and the area of their permissions. */
export type StaffScreen = Office & { area: Area };

let resources: readonly RegisteredResource[] = [];
let otherScreens: readonly StaffScreen[] = [];

/** Registers all resources, in the order of the menu. */
export function registerResources(all: readonly RegisteredResource[]): void {
  resources = all;
}

/** Registers the screens that are no resource's. They follow those in the menu. */
export function registerScreens(screens: readonly StaffScreen[]): void {
  otherScreens = screens;
}

/** Lists all resources, in the order of the menu. Throws if the program has registered none. */
export function allResources(): readonly RegisteredResource[] {
  if (resources.length === 0)
    throw new Error('No resources are registered: import src/content/resources.ts.');
  return resources;
}

/** Finds the resource of a table, the name by which the audit log knows it. */
export const resourceOf = (table: string): RegisteredResource | undefined =>
  allResources().find((known) => known.table === table);

/** Lists the screens with a menu entry: those of resources, their additional ones (`also`), and all others. */
export const staffScreens = (): readonly StaffScreen[] => [
  ...allResources().flatMap((known) => [
    known,
    ...(known.also ?? []).map((also) => ({ ...also, area: known.area })),
  ]),
  ...otherScreens,
];
