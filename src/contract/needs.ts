/**
 * What there is to be allowed, named as the folders of `src/features` are. Each resource says its area in its
 * description, and `src/features/resources.ts` puts those here; what is no resource adds its own.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it, so that this folder names none
export interface Areas {}

export type Area = keyof Areas;

/**
 * `write` prepares what shoppers do not see yet, or changes what they never see; `publish` changes what they see;
 * `delete` takes to the bin and brings back.
 */
export const VERBS = ['read', 'write', 'publish', 'delete'] as const;
export type Verb = (typeof VERBS)[number];

export type Permission = `${Area}.${Verb}`;

/** Areas of what is no content, where some verbs mean nothing; all others have all. */
export const FEWER_VERBS = {
  tokens: ['read', 'write'],
  personalData: ['read', 'write', 'delete'],
} as const satisfies Record<string, readonly Verb[]>;

/** What a caller must be allowed; `signed-in` is what everybody with a session may do: what is their own. A machine has none. */
export type Need = Permission | 'signed-in';

/**
 * Tables whose records belong to branches, with the column that says to which: `uuid` where each is one itself,
 * otherwise one that holds the codes of some as JSON, and null or other words for whom else it is; calls name it alike.
 * Who is kept to some branches changes only what is of none but these.
 */
export const OF_BRANCHES: ReadonlyMap<string, 'uuid' | 'branches' | 'places'> = new Map([
  ['branches', 'uuid'],
  ['offers', 'branches'],
  ['exceptions', 'places'],
]);

/** What it takes for that to show at once which `need` lets prepare. */
export const toPublish = (need: Need | undefined) => need?.replace(/write$/, 'publish') as Need | undefined;
