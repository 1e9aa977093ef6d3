import { createStore, del, delMany, entries, get, keys, set, type UseStore } from 'idb-keyval';
import { DAY_MS } from '../../../shared/dates.ts';

// Drafts of forms, stored on this device during typing: texts in one store, files in another, so that a
// keystroke does not write the files again.

/** Values by field. */
export type DraftValues = Record<string, unknown>;

export interface StoredDraft {
  id: string;
  /** Uuid of the owner; other users of this device do not get it. */
  owner: string;
  /** Contains personal data, so it ends with its owner's session. */
  personal?: true;
  /** Endpoint of the form and its record. */
  form: string;
  /** Time of the last change (ms). */
  at: number;
  /** Version of the record on which the draft is based. */
  version: unknown;
  /** Initial values of the fields. */
  base: DraftValues;
  values: DraftValues;
  /** Publication plan, if one was chosen (`When`). */
  plan?: unknown;
  /** Labels of the fields, for a draft shown without its form. */
  labels: Record<string, string>;
  /** Files by field: keys of stored files, and names of files that were too large. */
  files: Record<string, { kept: string[]; lost: string[]; several: boolean }>;
}

export interface FoundDraft {
  draft: StoredDraft;
  files: Record<string, File | File[]>;
  /** Names of files that must be chosen again. */
  lost: string[];
}

const MAX_FILE_BYTES = 20 * 1024 * 1024;
const KEEP_MS = 30 * DAY_MS;

let opened: { drafts: UseStore; files: UseStore } | undefined;
const stores = () => {
  opened ??= {
    drafts: createStore('vitrine-drafts', 'drafts'),
    files: createStore('vitrine-draft-files', 'files'),
  };
  return opened;
};

/** Keys of stored files. A chosen file never changes. */
const keyOf = new WeakMap<File, string>();

const fileKeys = ({ files }: Pick<StoredDraft, 'files'>) => Object.values(files).flatMap(({ kept }) => kept);

/** Value of a file field. */
type Chosen = File | readonly File[] | null | undefined;
const listOf = (chosen: Chosen): readonly File[] => (chosen instanceof File ? [chosen] : (chosen ?? []));

/** Stores `draft` with its files. Returns whether all of it was stored. */
export async function storeDraft(
  draft: Omit<StoredDraft, 'files'>,
  chosen: Record<string, Chosen>,
): Promise<boolean> {
  const { drafts, files } = stores();
  const before = await get<StoredDraft>(draft.id, drafts);
  const storedKeys = new Set(await keys<string>(files));
  const storedFiles: StoredDraft['files'] = {};
  for (const [field, value] of Object.entries(chosen)) {
    const list = listOf(value);
    if (list.length === 0) continue;
    const entry = { kept: [] as string[], lost: [] as string[], several: Array.isArray(value) };
    for (const file of list) {
      if (file.size > MAX_FILE_BYTES) {
        entry.lost.push(file.name);
        continue;
      }
      let key = keyOf.get(file);
      if (!key?.startsWith(draft.id) || !storedKeys.has(key)) {
        key = `${draft.id} ${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
        await set(key, file, files);
        keyOf.set(file, key);
      }
      entry.kept.push(key);
    }
    storedFiles[field] = entry;
  }
  const after: StoredDraft = { ...draft, files: storedFiles };
  await set(draft.id, after, drafts);
  const removed = before ? fileKeys(before).filter((key) => !fileKeys(after).includes(key)) : [];
  if (removed.length > 0) await delMany(removed, files);
  return Object.values(storedFiles).every(({ lost }) => lost.length === 0);
}

/** Returns the latest draft of `owner` for `form`, ignoring drafts that open forms hold. */
export async function findDraft(
  owner: string,
  form: string,
  isHeld: (id: string) => boolean,
): Promise<FoundDraft | null> {
  const { drafts, files } = stores();
  const all = (await entries<string, StoredDraft>(drafts)).map(([, draft]) => draft);
  const old = all.filter(({ at, id }) => at < Date.now() - KEEP_MS && !isHeld(id));
  for (const { id } of old) await deleteDraft(id);
  const [draft] = all
    .filter(
      (candidate) =>
        candidate.owner === owner &&
        candidate.form === form &&
        !isHeld(candidate.id) &&
        !old.includes(candidate),
    )
    .sort((a, b) => b.at - a.at);
  if (!draft) return null;
  const found: FoundDraft = { draft, files: {}, lost: [] };
  for (const [field, { kept, lost, several }] of Object.entries(draft.files)) {
    const restored: File[] = [];
    for (const key of kept) {
      const file = await get<File>(key, files);
      if (!file) continue;
      keyOf.set(file, key);
      restored.push(file);
    }
    const [first] = restored;
    if (several) found.files[field] = restored;
    else if (first) found.files[field] = first;
    found.lost.push(...lost);
  }
  return found;
}

/** Returns a draft of `owner` for the record `uuid`, in any form. */
export async function draftOfRecord(owner: string, uuid: string): Promise<StoredDraft | null> {
  const all = (await entries<string, StoredDraft>(stores().drafts)).map(([, draft]) => draft);
  return all.find((draft) => draft.owner === owner && draft.form.endsWith(`/${uuid}`)) ?? null;
}

export async function deleteDraft(id: string): Promise<void> {
  const { drafts, files } = stores();
  await del(id, drafts);
  const fileKeysOfDraft = (await keys<string>(files)).filter((key) => key.startsWith(`${id} `));
  if (fileKeysOfDraft.length > 0) await delMany(fileKeysOfDraft, files);
}

/** Deletes drafts with personal data, except those of `owner`, the signed-in user. */
export async function deletePersonalDrafts(owner: string | null): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  const all = (await entries<string, StoredDraft>(stores().drafts)).map(([, draft]) => draft);
  for (const { id } of all.filter((draft) => draft.personal && draft.owner !== owner)) await deleteDraft(id);
}
