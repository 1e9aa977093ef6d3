import { sql } from 'kysely';
import { Failure } from '../../contract/failure.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type RecordDraft, saveRecord } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { filterRules } from '../../platform/database/listFilters.ts';
import { deleteOrdered, orderRecords } from '../../platform/database/records.ts';
import { isNotDeleted } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { type AboutItem, type AboutItemInput, aboutItemFilters } from './aboutItem.contract.ts';
import type { AboutType } from './aboutPage.contract.ts';
import {
  type AboutItemTable,
  aboutPageEffects,
  ensureAboutPage,
  lockAboutPages,
} from './aboutPage.service.ts';

declareComposition('about_items', {
  derive: derived,
  ensureConsistent: ({ trx }, { about_id }) => ensureAboutPage(trx, about_id as AboutType),
  references: [{ column: 'about_id', to: 'abouts', kind: 'required' }],
});

const FILTERS = filterRules('about_items', aboutItemFilters, {
  about: (type) => sql`about_items.about_id = ${Number(type)}`,
});
const ABOUT = { table: 'abouts', key: 'abouts.title_key', column: 'about_items.about_id' } as const;
const GONE = 'Este item não existe mais.';

export async function listAboutItems({ db }: Pick<Deps, 'db'>, query: ListQuery) {
  return selectList(
    db,
    withAbout(db),
    query,
    {
      table: 'about_items',
      search: 'about_items.search',
      sortable: {
        id: 'about_items.id',
        title: 'about_items.title_key',
        about: 'abouts.title_key',
        position: 'about_items.position',
      },
      filters: FILTERS,
      joined: ABOUT,
      order: 'about_items.position',
      owner: 'about_items.about_id',
      id: 'about_items.id',
    },
    (rows) => rows.map(present),
  );
}

export async function findAboutItem({ db }: Pick<Deps, 'db'>, uuid: string): Promise<AboutItem> {
  const row = await withAbout(db).where('about_items.uuid', '=', uuid).executeTakeFirst();
  if (!row) throw new Failure('not_found', GONE);
  return present(row);
}

export async function draftAboutItem(
  db: DbOrTransaction,
  input: AboutItemInput,
  uuid?: string,
): Promise<RecordDraft<'about_items'>> {
  const before = await currentRecord(db, 'about_items', uuid, input.version, GONE);
  await ensureAboutPage(db, input.about_id_type);
  const { added, changed } = aboutPageEffects(input.about_id_type);
  return {
    table: 'about_items',
    before,
    values: aboutItemColumns(input),
    position: input.position ?? (before ? undefined : 'last'),
    message: before ? changed : added,
  };
}

export const storeAboutItem = (deps: Pick<Deps, 'write'>, actor: Actor, input: AboutItemInput) =>
  saveRecord(deps, actor, (db) => draftAboutItem(db, input), lockAboutPages);

export const updateAboutItem = (
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  uuid: string,
  input: AboutItemInput,
) => saveRecord(deps, actor, (db) => draftAboutItem(db, input, uuid), lockAboutPages);

export async function destroyAboutItem(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, (work) => deleteOrdered(work, 'about_items', uuid, GONE));
  return { message: 'Não aparece mais no site.' };
}

export async function orderAboutItems(deps: Pick<Deps, 'write'>, actor: Actor, uuids: string[]) {
  await deps.write(actor, (work) => orderRecords(work, 'about_items', uuids));
  return { message: 'Ordem dos itens salva.' };
}

function withAbout(db: Deps['db']) {
  return db
    .selectFrom('about_items')
    .innerJoin('abouts', 'abouts.id', 'about_items.about_id')
    .select([
      'about_items.id',
      'about_items.uuid',
      'about_items.title',
      'about_items.description',
      'about_items.about_id',
      'about_items.position',
      'about_items.version',
      'about_items.updated_at',
      'abouts.title as about_title',
    ])
    .where(isNotDeleted('about_items'));
}

export function aboutItemColumns({ title, description, about_id_type }: AboutItemInput) {
  return {
    title,
    description,
    about_id: about_id_type,
    ...derived({ title, description }),
  };
}

function derived({ title, description }: Pick<AboutItemTable, 'title' | 'description'>) {
  return { search: searchText(title, description), title_key: searchText(title) };
}

type Joined = Awaited<ReturnType<ReturnType<typeof withAbout>['execute']>>[number];

const present = (row: Joined): AboutItem => ({
  id: row.id,
  uuid: row.uuid,
  title: row.title,
  description: row.description,
  about: { id: row.about_id, title: row.about_title },
  about_id_type: row.about_id,
  position: row.position,
  version: row.version,
  updated_at: row.updated_at,
});
