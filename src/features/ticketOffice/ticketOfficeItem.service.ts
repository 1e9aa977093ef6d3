import { effectTexts } from '../../contract/effects.ts';
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
  findSingle,
  orderRecords,
  type Row,
} from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TicketOfficeItem, TicketOfficeItemInput } from './ticketOfficeItem.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ticket_office_items: TicketOfficeItemTable;
  }
}

export interface TicketOfficeItemTable extends RecordColumns {
  item: string;
  position: number;
  search: string;
  item_key: string;
}

declareComposition('ticket_office_items', { derive: derived });

const FILTERS = filterRules('ticket_office_items', {}, {});
const EFFECTS = effectTexts('na página do cinema');
/** Effect while the ticket office has no text: the page shows items only below it. */
const WITHOUT_TEXT = 'Aparece na página do cinema assim que a bilheteria tiver um texto.';
const GONE = 'Este item da bilheteria não existe mais.';

export async function listTicketOfficeItems({ db }: Pick<Deps, 'db'>, query: ListQuery) {
  const base = db.selectFrom('ticket_office_items').selectAll().where(isNotDeleted('ticket_office_items'));
  return selectList(
    db,
    base,
    query,
    {
      table: 'ticket_office_items',
      search: 'search',
      sortable: { id: 'id', item: 'item_key', position: 'position' },
      filters: FILTERS,
      order: 'position',
      id: 'id',
    },
    (rows) => rows.map(present),
  );
}

export async function findTicketOfficeItem(
  { db }: Pick<Deps, 'db'>,
  uuid: string,
): Promise<TicketOfficeItem> {
  return present(await findRecord(db, 'ticket_office_items', uuid, GONE));
}

export async function draftTicketOfficeItem(
  db: DbOrTransaction,
  { item, position, version: expectedVersion }: TicketOfficeItemInput,
  uuid?: string,
): Promise<RecordDraft<'ticket_office_items'>> {
  const before = await currentRecord(db, 'ticket_office_items', uuid, expectedVersion, GONE);
  const publishedOffice = await findSingle(db, 'ticket_offices', isPublished);
  return {
    table: 'ticket_office_items',
    before,
    values: ticketOfficeItemColumns(item),
    position: position ?? (before ? undefined : 'last'),
    message: !publishedOffice ? WITHOUT_TEXT : before ? EFFECTS.changed : EFFECTS.added,
  };
}

export const storeTicketOfficeItem = (
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  input: TicketOfficeItemInput,
) => saveRecord(deps, actor, (db) => draftTicketOfficeItem(db, input));

export const updateTicketOfficeItem = (
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  uuid: string,
  input: TicketOfficeItemInput,
) =>
  saveRecord(
    deps,
    actor,
    (db) => draftTicketOfficeItem(db, input, uuid),
    (trx) => lockOrder(trx, 'ticket_office_items'),
  );

export async function destroyTicketOfficeItem(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, (work) => deleteOrdered(work, 'ticket_office_items', uuid, GONE));
  return { message: EFFECTS.removed };
}

export async function orderTicketOfficeItems(deps: Pick<Deps, 'write'>, actor: Actor, uuids: string[]) {
  await deps.write(actor, (work) => orderRecords(work, 'ticket_office_items', uuids));
  return { message: 'Ordem dos itens da bilheteria salva.' };
}

/** Selects the published items in order. */
export function publicTicketOfficeItems(db: DbOrTransaction) {
  return db
    .selectFrom('ticket_office_items')
    .select(['id', 'uuid', 'item'])
    .where(isPublished('ticket_office_items'))
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function ticketOfficeItemColumns(item: string) {
  return { item, ...derived({ item }) };
}

function derived({ item }: Pick<TicketOfficeItemTable, 'item'>) {
  return { search: searchText(item), item_key: searchText(item) };
}

const present = ({
  id,
  uuid,
  item,
  position,
  version,
  updated_at,
}: Row<'ticket_office_items'>): TicketOfficeItem => ({ id, uuid, item, position, version, updated_at });
