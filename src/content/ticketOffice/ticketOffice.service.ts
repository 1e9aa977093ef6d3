import type { Deps } from '../../platform/deps.ts';
import type { TableOf } from '../../records/server/recordService.ts';
import { singleService } from '../../records/server/singleService.ts';
import { type PublicTicketOffice, ticketOfficeRecord } from './ticketOffice.contract.ts';
import { ticketOfficeItemService } from './ticketOfficeItem.service.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ticket_offices: TicketOfficeTable;
  }
}

export interface TicketOfficeTable extends TableOf<typeof ticketOfficeRecord> {}

export const ticketOfficeService = singleService(ticketOfficeRecord, {
  message: 'A mudança já aparece na página do cinema.',
});

/** Returns the published ticket office with its items, or null. */
export async function publicTicketOffice({ db }: Pick<Deps, 'db'>): Promise<PublicTicketOffice | null> {
  const office = await ticketOfficeService.published({ db });
  return office && { ...office, items: await ticketOfficeItemService.published(db) };
}
