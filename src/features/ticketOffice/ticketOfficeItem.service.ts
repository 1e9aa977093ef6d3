import { effectsOn } from '../../contract/effects.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { composeOf } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { filterRules } from '../../platform/database/listFilters.ts';
import { inOffice, live } from '../../platform/database/live.ts';
import { lockOrder, moveTo } from '../../platform/database/order.ts';
import {
  deleteOrdered,
  ensureCurrent,
  findRecord,
  findSingle,
  insertOrdered,
  orderRecords,
  type Row,
  updateRecord,
} from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
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

composeOf('ticket_office_items', { derive: derived });

const FILTERS = filterRules('ticket_office_items', {}, {});
const EFFECTS = effectsOn('na página do cinema');
/** The page shows items below the text of the ticket office. */
const WAITS = 'Aparece na página do cinema assim que a bilheteria tiver um texto.';
const GONE = 'Este item da bilheteria não existe mais.';

export async function listTicketOfficeItems({ db }: Pick<Deps, 'db'>, query: ListQuery) {
  const base = db.selectFrom('ticket_office_items').selectAll().where(inOffice('ticket_office_items'));
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

export async function storeTicketOfficeItem(
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  { item, position }: TicketOfficeItemInput,
) {
  return deps.write(actor, async (work) => {
    const { uuid, version } = await insertOrdered(
      work,
      'ticket_office_items',
      ticketOfficeItemColumns(item),
      position,
    );
    const shown = await findSingle(work.trx, 'ticket_offices', live);
    return { message: shown ? EFFECTS.added : WAITS, uuid, version };
  });
}

export async function updateTicketOfficeItem(
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  uuid: string,
  { item, position, version: seen }: TicketOfficeItemInput,
) {
  return deps.write(actor, async (work) => {
    await lockOrder(work.trx, 'ticket_office_items');
    const before = await findRecord(work.trx, 'ticket_office_items', uuid, GONE);
    await ensureCurrent(work.trx, 'ticket_office_items', before, seen);
    if (position !== undefined) await moveTo(work.trx, 'ticket_office_items', before.id, position);
    const { version } = await updateRecord(
      work,
      'ticket_office_items',
      before,
      ticketOfficeItemColumns(item),
    );
    const shown = await findSingle(work.trx, 'ticket_offices', live);
    return { message: shown ? EFFECTS.changed : WAITS, uuid, version };
  });
}

export async function destroyTicketOfficeItem(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, (work) => deleteOrdered(work, 'ticket_office_items', uuid, GONE));
  return { message: EFFECTS.removed };
}

export async function orderTicketOfficeItems(deps: Pick<Deps, 'write'>, actor: Actor, uuids: string[]) {
  await deps.write(actor, (work) => orderRecords(work, 'ticket_office_items', uuids));
  return { message: 'Ordem dos itens da bilheteria salva.' };
}

/** What shoppers see, in order. */
export function publicTicketOfficeItems(db: DbOrTransaction) {
  return db
    .selectFrom('ticket_office_items')
    .select(['id', 'uuid', 'item'])
    .where(live('ticket_office_items'))
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
