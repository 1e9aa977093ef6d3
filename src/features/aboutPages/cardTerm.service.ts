import { sql } from 'kysely';
import { effectTexts } from '../../contract/effects.ts';
import { invalidField } from '../../contract/failure.ts';
import { enumValueOf } from '../../contract/fields.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type RecordDraft, saveRecord } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { filterRules } from '../../platform/database/listFilters.ts';
import { lockOrder } from '../../platform/database/order.ts';
import {
  deleteOrdered,
  findRecord,
  orderRecords,
  type Row,
  valueOrStored,
} from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  type CardTerm,
  type CardTermInput,
  cardTermFilters,
  cardTermValueProblem,
  type PublicCardTerm,
} from './cardTerm.contract.ts';
import { CARD_TERM_TYPES, type CardTermType } from './cardTerm.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    card_terms: CardTermTable;
  }
}

export interface CardTermTable extends RecordColumns {
  title: string;
  value: string | null;
  note: string | null;
  type: number;
  position: number;
  search: string;
  title_key: string;
}

declareComposition('card_terms', { derive: derived });

const FILTERS = filterRules('card_terms', cardTermFilters, {
  type: (type) => sql`card_terms.type = ${Number(type)}`,
});
const EFFECTS = effectTexts('na página do cartão');
const GONE = 'Esta condição não existe mais.';

export async function listCardTerms({ db }: Pick<Deps, 'db'>, query: ListQuery) {
  const base = db.selectFrom('card_terms').selectAll().where(isNotDeleted('card_terms'));
  return selectList(
    db,
    base,
    query,
    {
      table: 'card_terms',
      search: 'search',
      sortable: { id: 'id', title: 'title_key', type: 'type', position: 'position' },
      filters: FILTERS,
      order: 'position',
      id: 'id',
    },
    (rows) => rows.map(present),
  );
}

export async function findCardTerm({ db }: Pick<Deps, 'db'>, uuid: string): Promise<CardTerm> {
  return present(await findRecord(db, 'card_terms', uuid, GONE));
}

export async function draftCardTerm(
  db: DbOrTransaction,
  input: CardTermInput,
  uuid?: string,
): Promise<RecordDraft<'card_terms'>> {
  const before = await currentRecord(db, 'card_terms', uuid, input.version, GONE);
  return {
    table: 'card_terms',
    before,
    values: cardTermColumns(input, before ?? undefined),
    position: input.position ?? (before ? undefined : 'last'),
    message: before ? EFFECTS.changed : EFFECTS.added,
  };
}

export const storeCardTerm = (deps: Pick<Deps, 'write'>, actor: Actor, input: CardTermInput) =>
  saveRecord(deps, actor, (db) => draftCardTerm(db, input));

export const updateCardTerm = (deps: Pick<Deps, 'write'>, actor: Actor, uuid: string, input: CardTermInput) =>
  saveRecord(
    deps,
    actor,
    (db) => draftCardTerm(db, input, uuid),
    (trx) => lockOrder(trx, 'card_terms'),
  );

export async function destroyCardTerm(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, (work) => deleteOrdered(work, 'card_terms', uuid, GONE));
  return { message: EFFECTS.removed };
}

export async function orderCardTerms(deps: Pick<Deps, 'write'>, actor: Actor, uuids: string[]) {
  await deps.write(actor, (work) => orderRecords(work, 'card_terms', uuids));
  return { message: 'Ordem das condições salva.' };
}

export async function publicCardTerms(db: DbOrTransaction): Promise<PublicCardTerm[]> {
  const rows = await db
    .selectFrom('card_terms')
    .select(['id', 'uuid', 'title', 'value', 'note', 'type'])
    .where(isPublished('card_terms'))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, type: enumValueOf(CARD_TERM_TYPES, row.type) }));
}

/**
 * Returns the columns of a term; an absent field keeps its stored value. Throws 422 if the type requires a
 * value and none remains.
 */
export function cardTermColumns(
  input: Omit<CardTermInput, 'version' | 'position'>,
  stored?: Row<'card_terms'>,
) {
  const { title, type } = input;
  const value = valueOrStored(input.value, stored?.value);
  const note = valueOrStored(input.note, stored?.note);
  const finding = cardTermValueProblem({ type: type as CardTermType, value });
  if (finding) throw invalidField('value', finding);
  return { title, value, note, type, ...derived({ title, value, note, type }) };
}

function derived({ title, value, note, type }: Pick<CardTermTable, 'title' | 'value' | 'note' | 'type'>) {
  return {
    search: searchText(title, value, note, enumValueOf(CARD_TERM_TYPES, type).text),
    title_key: searchText(title),
  };
}

const present = (row: Row<'card_terms'>): CardTerm => ({
  id: row.id,
  uuid: row.uuid,
  title: row.title,
  value: row.value,
  note: row.note,
  type: enumValueOf(CARD_TERM_TYPES, row.type),
  position: row.position,
  version: row.version,
  updated_at: row.updated_at,
});
