import { createStore, del, delMany, entries, get, keys, set, type UseStore } from 'idb-keyval';

// What is typed and chosen in a form, kept on this device as one goes: texts in one store, files in another, so that
// a keystroke does not write them again.

/** Text by field; of fields that hold more, what they hold. */
export type Values = Record<string, unknown>;

export interface Draft {
  id: string;
  /** Whose it is (uuid); nobody else on this device gets it. */
  owner: string;
  /** It is about people: it ends with its owner's session. */
  personal?: true;
  /** The form: the call that it makes, and of which record. */
  form: string;
  /** Since when (ms) nothing of it changed. */
  at: number;
  /** Of the record, as it was seen. */
  version: unknown;
  /** What the fields started with. */
  base: Values;
  values: Values;
  /** When it is to show, where that was chosen (`When`). */
  plan?: unknown;
  /** What people call the fields, for whoever finds the draft without its form. */
  labels: Record<string, string>;
  /** By field: keys of what is kept, and the names of what was too large for it. */
  files: Record<string, { kept: string[]; lost: string[]; several: boolean }>;
}

export interface Found {
  draft: Draft;
  files: Record<string, File | File[]>;
  /** Names of files that have to be chosen again. */
  lost: string[];
}

const LARGEST = 20 * 1024 * 1024;
const KEEP_MS = 30 * 86_400_000;

let opened: { drafts: UseStore; files: UseStore } | undefined;
const stores = () => {
  opened ??= {
    drafts: createStore('vitrine-drafts', 'drafts'),
    files: createStore('vitrine-draft-files', 'files'),
  };
  return opened;
};

/** Where a file was put; one that is chosen never changes. */
const keyOf = new WeakMap<File, string>();

const fileKeys = ({ files }: Pick<Draft, 'files'>) => Object.values(files).flatMap(({ kept }) => kept);

/** What a field holds that takes files. */
type Chosen = File | readonly File[] | null | undefined;
const listOf = (chosen: Chosen): readonly File[] => (chosen instanceof File ? [chosen] : (chosen ?? []));

/** Keeps `draft` with the files that are chosen. Answers whether all of it is kept. */
export async function keepDraft(
  draft: Omit<Draft, 'files'>,
  chosen: Record<string, Chosen>,
): Promise<boolean> {
  const { drafts, files } = stores();
  const before = await get<Draft>(draft.id, drafts);
  const there = new Set(await keys<string>(files));
  const kept: Draft['files'] = {};
  for (const [field, value] of Object.entries(chosen)) {
    const list = listOf(value);
    if (list.length === 0) continue;
    const entry = { kept: [] as string[], lost: [] as string[], several: Array.isArray(value) };
    for (const file of list) {
      if (file.size > LARGEST) {
        entry.lost.push(file.name);
        continue;
      }
      let key = keyOf.get(file);
      if (!key?.startsWith(draft.id) || !there.has(key)) {
        key = `${draft.id} ${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
        await set(key, file, files);
        keyOf.set(file, key);
      }
      entry.kept.push(key);
    }
    kept[field] = entry;
  }
  const after: Draft = { ...draft, files: kept };
  await set(draft.id, after, drafts);
  const gone = before ? fileKeys(before).filter((key) => !fileKeys(after).includes(key)) : [];
  if (gone.length > 0) await delMany(gone, files);
  return Object.values(kept).every(({ lost }) => lost.length === 0);
}

/** The latest draft that `owner` has of `form`, among those that no open form holds. */
export async function findDraft(
  owner: string,
  form: string,
  isHeld: (id: string) => boolean,
): Promise<Found | null> {
  const { drafts, files } = stores();
  const all = (await entries<string, Draft>(drafts)).map(([, draft]) => draft);
  const old = all.filter(({ at, id }) => at < Date.now() - KEEP_MS && !isHeld(id));
  for (const { id } of old) await forgetDraft(id);
  const [draft] = all
    .filter((one) => one.owner === owner && one.form === form && !isHeld(one.id) && !old.includes(one))
    .sort((one, other) => other.at - one.at);
  if (!draft) return null;
  const found: Found = { draft, files: {}, lost: [] };
  for (const [field, { kept, lost, several }] of Object.entries(draft.files)) {
    const there: File[] = [];
    for (const key of kept) {
      const file = await get<File>(key, files);
      if (!file) continue;
      keyOf.set(file, key);
      there.push(file);
    }
    const [first] = there;
    if (several) found.files[field] = there;
    else if (first) found.files[field] = first;
    found.lost.push(...lost);
  }
  return found;
}

/** What `owner` had typed about the record `uuid`, in whatever form of it. */
export async function draftOfRecord(owner: string, uuid: string): Promise<Draft | null> {
  const all = (await entries<string, Draft>(stores().drafts)).map(([, draft]) => draft);
  return all.find((draft) => draft.owner === owner && draft.form.endsWith(`/${uuid}`)) ?? null;
}

export async function forgetDraft(id: string): Promise<void> {
  const { drafts, files } = stores();
  await del(id, drafts);
  const own = (await keys<string>(files)).filter((key) => key.startsWith(`${id} `));
  if (own.length > 0) await delMany(own, files);
}

/** Forgets what is typed about people, but what `owner` typed, if they are the one who is signed in. */
export async function forgetPersonalDrafts(owner: string | null): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  const all = (await entries<string, Draft>(stores().drafts)).map(([, draft]) => draft);
  for (const { id } of all.filter((draft) => draft.personal && draft.owner !== owner)) await forgetDraft(id);
}
