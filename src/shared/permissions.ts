/**
 * Areas of permissions, named after the folders of `src/content`. `src/content/resources.ts` adds those of
 * resources. Other features add their own.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it, so that this folder names none
export interface Areas {}

export type Area = keyof Areas;

/**
 * Verbs of permissions. `write` prepares what shoppers do not see yet, or changes what they never see.
 * `publish` changes what they see. `delete` moves to the trash and restores.
 */
export const VERBS = ['read', 'write', 'publish', 'delete'] as const;
export type Verb = (typeof VERBS)[number];

export type Permission = `${Area}.${Verb}`;

/** Areas without content, where some verbs have no meaning. All others have every verb. */
const FEWER_VERBS: Readonly<Record<string, readonly Verb[]>> = {
  applications: ['read', 'write', 'delete'],
  history: ['read'],
  personalData: ['read', 'write', 'delete'],
  pictures: ['read', 'write', 'delete'],
  tokens: ['read', 'write'],
  users: ['read', 'write'],
  webhooks: ['read', 'write'],
};

/** Returns the verbs that have a meaning in `area`. */
export const verbsOf = (area: string): readonly Verb[] => FEWER_VERBS[area] ?? VERBS;

/**
 * Required permission of a call. `signed-in` is open to any user with a session, for their own data. API
 * tokens have no session.
 */
export type Need = Permission | 'signed-in';

/**
 * Tables whose records belong to branches, with the column that says to which. `uuid`: each record is a
 * branch. Other columns hold the uuids of branches as JSON; null or another text there means other owners.
 * Request bodies use the same names. Staff restricted to some branches change only records that belong to no
 * others.
 */
export const BRANCH_COLUMNS: ReadonlyMap<string, 'uuid' | 'branches' | 'places'> = new Map([
  ['branches', 'uuid'],
  ['offers', 'branches'],
  ['exceptions', 'places'],
]);

/** Returns the permission to publish at once what `need` allows to prepare. */
export const publishPermission = (need: Need | undefined) =>
  need?.replace(/write$/, 'publish') as Need | undefined;
