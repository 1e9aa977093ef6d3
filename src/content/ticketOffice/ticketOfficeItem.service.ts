import { isPublished } from '../../records/server/publication/visibility.ts';
import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { findSingle } from '../../records/server/store/records.ts';
import { effectTexts } from '../../shared/effects.ts';
import { ticketOfficeItemRecord } from './ticketOfficeItem.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ticket_office_items: TicketOfficeItemTable;
  }
}

export interface TicketOfficeItemTable extends TableOf<typeof ticketOfficeItemRecord> {}

/** Effect while the ticket office has no text: the page shows items only below it. */
const WITHOUT_TEXT = 'Aparece na página do cinema assim que a bilheteria tiver um texto.';

export const ticketOfficeItemService = recordService(ticketOfficeItemRecord, {
  gone: 'Este item da bilheteria não existe mais.',
  effects: effectTexts('na página do cinema'),
  message: async (_, { db }, effect) =>
    (await findSingle(db, 'ticket_offices', isPublished)) ? effect : WITHOUT_TEXT,
  orderSaved: 'Ordem dos itens da bilheteria salva.',
});
