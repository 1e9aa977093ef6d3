import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { recordLock } from '../../platform/database/locks.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { PlannedCall } from '../../platform/publication.ts';
import { ensureVisibleNames } from '../../platform/security/visibleNames.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { currentRecord, type RecordDraft, saveDraft } from '../../records/server/store/drafts.ts';
import { lockOrder } from '../../records/server/store/order.ts';
import { insertRecord, type Row } from '../../records/server/store/records.ts';
import { pendingContents } from '../../records/server/store/references.ts';
import { markChanged } from '../../records/server/versions/history.ts';
import { effectTexts } from '../../shared/effects.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { enumValueOf } from '../../shared/fields.ts';
import { inSentence } from '../../shared/text/format.ts';
import {
  type AboutPage,
  type AboutPageInput,
  type AboutTextInput,
  aboutPageRecord,
  type PublicAboutPage,
} from './aboutPage.contract.ts';
import { ABOUT_NAMES, type AboutType, subjectOf } from './aboutPage.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    abouts: AboutPageTable;
  }
}

/** Row of a text; its id is its type. */
export interface AboutPageTable extends TableOf<typeof aboutPageRecord> {}

/** Public page of each text, in words for staff. */
const PLACES_IN_WORDS: Record<AboutType, string> = {
  1: 'na capa do site e em Sobre nós',
  2: 'na página do shopping',
  3: 'na página do cinema',
  4: 'na página do cartão',
};
export const aboutPageEffects = (type: AboutType) => effectTexts(PLACES_IN_WORDS[type]);

const GONE = 'Este texto não existe mais.';
const TYPE_STAYS = 'O tipo de um texto não muda. Exclua este e adicione outro.';
/** Most items to name in the error about a text in use. */
const MAX_NAMED = 3;

const aboutPages = recordService(aboutPageRecord, {
  gone: GONE,
  effects: ({ id }) => aboutPageEffects(id as AboutType),
  lockTable: 'about_items',
  ensureRemovable: (trx, id) => ensureNoItems(trx, id as AboutType),
  filterConditions: () => ({ type: (type) => sql`abouts.id = ${Number(type)}` }),
});

/** Returns the text of a type, or null. */
export async function findAboutPageOfType(
  deps: Pick<Deps, 'db' | 'clock' | 'mediaUrl'>,
  type: AboutType,
): Promise<AboutPage | null> {
  const row = await rowOf(deps.db, type);
  const [about] = row ? await aboutPages.presentAll(deps, [row]) : [];
  return about ?? null;
}

export function aboutTypes() {
  return Object.keys(ABOUT_NAMES).map((type) => enumValueOf(ABOUT_NAMES, Number(type)));
}

/** Validates a text. Throws 409 if a new text has a type that exists, or an update changes the type. */
async function draft(
  { db }: { db: DbOrTransaction },
  input: AboutPageInput,
  uuid?: string,
): Promise<RecordDraft<'abouts'>> {
  const { type } = input;
  const before = await currentRecord(db, 'abouts', uuid, input.version, GONE);
  if (!before && (await rowOf(db, type))) throw typeTaken(type);
  if (before && before.id !== type)
    throw new Failure('conflict', TYPE_STAYS, { fields: { type: [TYPE_STAYS] } });
  const { added, changed } = aboutPageEffects(type);
  return { table: 'abouts', before, values: valuesOf(input, before), message: before ? changed : added };
}

/** Validates a new or changed text of `type`. */
export async function draftAboutPageOfType(
  db: DbOrTransaction,
  type: AboutType,
  text: AboutTextInput,
): Promise<RecordDraft<'abouts'>> {
  const stored = await rowOf(db, type);
  const before = stored ? await currentRecord(db, 'abouts', stored.uuid, text.version, GONE) : null;
  const values = valuesOf({ ...text, type }, before);
  return { table: 'abouts', before, values, message: aboutPageEffects(type).changed };
}

const valuesOf = (input: AboutPageInput, before: Row<'abouts'> | null) => ({
  ...(!before && { id: input.type }),
  ...aboutPages.columns(input, before),
});

/** Saves a text. Returns what was stored, and whether the text is new. */
function saveAbout(
  { publication }: Pick<Deps, 'publication'>,
  call: PlannedCall,
  draftOn: (db: DbOrTransaction) => Promise<RecordDraft<'abouts'>>,
) {
  return publication.savePlanned(call, async (work) => {
    await lockAboutPages(work.trx);
    const draft = await draftOn(work.trx);
    const { uuid, version } = draft.before
      ? await saveDraft(work, draft)
      : await insertAbout(work, draft.values as Parameters<typeof insertAbout>[1]);
    return { message: draft.message, uuid, version, isNew: !draft.before };
  });
}

export const aboutPageService = {
  ...aboutPages,
  draft,
  store: (deps: Pick<Deps, 'publication'>, call: PlannedCall, input: AboutPageInput) =>
    saveAbout(deps, call, (db) => draft({ db }, input)),
  update: (deps: Pick<Deps, 'publication'>, call: PlannedCall, uuid: string, input: AboutPageInput) =>
    saveAbout(deps, call, (db) => draft({ db }, input, uuid)),
};

export const storeAboutPageOfType = (
  deps: Pick<Deps, 'publication'>,
  call: PlannedCall,
  type: AboutType,
  input: AboutTextInput,
) => saveAbout(deps, call, (db) => draftAboutPageOfType(db, type, input));

/**
 * Serializes writers of texts and items; must be the first lock of a transaction. It prevents two texts of a
 * type, and items of a deleted text.
 */
function lockAboutPages(trx: Transaction<Tables>): Promise<void> {
  return lockOrder(trx, 'abouts');
}

/** Throws 422 at the item's field if no text of that type exists. */
export async function ensureAboutPage(db: DbOrTransaction, type: AboutType): Promise<void> {
  if (await rowOf(db, type)) return;
  throw invalidField('about_id_type', `Ainda não há texto sobre ${subjectOf(type)}. Adicione o texto antes.`);
}

/** Returns the published text of a type with its items in order, or null. */
export async function publicAboutPage(db: DbOrTransaction, type: AboutType): Promise<PublicAboutPage | null> {
  const about = await rowOf(db, type, isPublished);
  if (!about) return null;
  const about_items = await db
    .selectFrom('about_items')
    .select(['id', 'uuid', 'title', 'description'])
    .where('about_id', '=', type)
    .where(isPublished('about_items'))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return { ...aboutPages.presentPublic(about), about_items };
}

function rowOf(
  db: DbOrTransaction,
  type: AboutType,
  isThere = isNotDeleted,
): Promise<Row<'abouts'> | undefined> {
  return db
    .selectFrom('abouts')
    .selectAll()
    .where('id', '=', type)
    .where(isThere('abouts'))
    .executeTakeFirst();
}

/**
 * Inserts a text. A deleted text keeps its row and primary key, so the row is reused as a new record. The
 * version continues, so that an editor of the old text gets a conflict.
 */
async function insertAbout(
  work: Work,
  { id, ...columns }: { id: number } & ReturnType<typeof aboutPages.columns>,
): Promise<Row<'abouts'>> {
  const { trx, now } = work;
  ensureVisibleNames(columns, null);
  const row = await trx
    .updateTable('abouts')
    .set((eb) => ({
      ...columns,
      uuid: randomUUID(),
      version: eb('version', '+', 1),
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) return insertRecord(work, 'abouts', { id, ...columns });
  recordLock(trx, 'abouts', row.uuid);
  markChanged(work, 'abouts', row);
  const { title, description } = row;
  await work.audit({ action: 'create', entity: 'abouts', uuid: row.uuid, after: { title, description } });
  return row;
}

function typeTaken(type: AboutType): Failure {
  const text = `Já existe um texto sobre ${subjectOf(type)}. Edite o que existe.`;
  return new Failure('conflict', text, { fields: { type: [text] } });
}

async function ensureNoItems(trx: DbOrTransaction, type: AboutType): Promise<void> {
  const items = await trx
    .selectFrom('about_items')
    .select(['uuid', 'title'])
    .where('about_id', '=', type)
    .where(isNotDeleted('about_items'))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const known = new Set(items.map(({ uuid }) => uuid));
  for (const { uuid, content } of await pendingContents(trx, 'about_items', 'about_id', type)) {
    if (!known.has(uuid)) items.push({ uuid, title: String(content.title) });
    known.add(uuid);
  }
  if (items.length === 0) return;
  const named = items.slice(0, MAX_NAMED).map(({ title }) => `“${title}”`);
  const rest = items.length - named.length;
  const names = inSentence(rest > 0 ? [...named, `mais ${rest}`] : named);
  throw new Failure(
    'conflict',
    items.length === 1
      ? `O texto sobre ${subjectOf(type)} tem 1 item: ${names}. Exclua o item antes.`
      : `O texto sobre ${subjectOf(type)} tem ${items.length} itens: ${names}. Exclua os itens antes.`,
  );
}
