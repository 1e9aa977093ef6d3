import { z } from 'zod';
import { json } from '../../contract/endpoint.ts';
import { expectedVersion, requiredName, wholeNumber } from '../../contract/fields.ts';
import { orderedEndpoints } from '../../contract/records.ts';

export const ticketOfficeItemInput = z.object({
  item: requiredName('o item', 200),
  position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional(),
  version: expectedVersion,
});
export type TicketOfficeItemInput = z.output<typeof ticketOfficeItemInput>;

export const ticketOfficeItem = z.object({
  id: z.number(),
  uuid: z.string(),
  item: z.string(),
  position: z.number(),
  version: z.number(),
  updated_at: z.string(),
});
export type TicketOfficeItem = z.output<typeof ticketOfficeItem>;

export const publicTicketOfficeItem = ticketOfficeItem.pick({ id: true, uuid: true, item: true });

export const {
  list: listTicketOfficeItems,
  show: getTicketOfficeItem,
  store: storeTicketOfficeItem,
  update: updateTicketOfficeItem,
  destroy: destroyTicketOfficeItem,
  order: orderTicketOfficeItems,
} = orderedEndpoints({
  table: 'ticket_office_items',
  path: 'ticket-office-items',
  area: 'ticketOffice',
  many: 'os itens da bilheteria',
  one: 'um item da bilheteria',
  record: ticketOfficeItem,
  sortable: ['id', 'item', 'position'],
  body: json(ticketOfficeItemInput),
  orderMissing: 'Informe a ordem dos itens.',
});
