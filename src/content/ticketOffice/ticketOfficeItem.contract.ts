import type { z } from 'zod';
import { defineOrderedRecord } from '../../records/define/defineRecord.ts';
import { nameField } from '../../records/define/fields.ts';

export const ticketOfficeItemRecord = defineOrderedRecord({
  table: 'ticket_office_items',
  path: 'ticket-office-items',
  area: 'ticketOffice',
  many: 'os itens da bilheteria',
  one: 'um item da bilheteria',
  orderMissing: 'Informe a ordem dos itens.',
  fields: {
    item: nameField({
      ...{ label: 'Item', what: 'o item', max: 200 },
      ...{ public: true, sortable: true, searched: true },
    }),
  },
});

export type TicketOfficeItem = z.output<typeof ticketOfficeItemRecord.output>;

export const {
  list: listTicketOfficeItems,
  show: getTicketOfficeItem,
  store: storeTicketOfficeItem,
  update: updateTicketOfficeItem,
  destroy: destroyTicketOfficeItem,
  order: orderTicketOfficeItems,
} = ticketOfficeItemRecord.endpoints;
