import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentSingle, type RecordDraft, saveDraft } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { findSingle, type Row } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { PublicTicketOffice, TicketOffice, TicketOfficeInput } from './ticketOffice.contract.ts';
import { ticketOfficeItemService } from './ticketOfficeItem.service.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ticket_offices: TicketOfficeTable;
  }
}

export interface TicketOfficeTable extends RecordColumns {
  title: string;
  description: string;
}

declareComposition('ticket_offices', { single: true });

/** Returns the single record, or null before its first save. */
export async function findTicketOffice({ db }: Pick<Deps, 'db'>): Promise<TicketOffice | null> {
  const row = await findSingle(db, 'ticket_offices');
  return row && present(row);
}

export async function draftTicketOffice(
  db: DbOrTransaction,
  { version: expectedVersion, ...values }: TicketOfficeInput,
): Promise<RecordDraft<'ticket_offices'>> {
  const before = await currentSingle(db, 'ticket_offices', expectedVersion);
  return { table: 'ticket_offices', before, values, message: 'A mudança já aparece na página do cinema.' };
}

/** Saves the record; `created` tells whether this is the first save. */
export async function storeTicketOffice(deps: Pick<Deps, 'write'>, actor: Actor, input: TicketOfficeInput) {
  return deps.write(actor, async (work) => {
    // Prevents two records from concurrent first saves.
    await lockOrder(work.trx, 'ticket_offices');
    const draft = await draftTicketOffice(work.trx, input);
    const { uuid, version } = await saveDraft(work, draft);
    return { created: draft.before === null, data: { message: draft.message, uuid, version } };
  });
}

/** Returns the published ticket office with its items, or null. */
export async function publicTicketOffice({ db }: Pick<Deps, 'db'>): Promise<PublicTicketOffice | null> {
  const row = await findSingle(db, 'ticket_offices', isPublished);
  if (!row) return null;
  const { title, description } = row;
  return { title, description, items: await ticketOfficeItemService.published(db) };
}

const present = ({
  id,
  uuid,
  title,
  description,
  version,
  updated_at,
}: Row<'ticket_offices'>): TicketOffice => ({
  id,
  uuid,
  title,
  description,
  version,
  updated_at,
});
