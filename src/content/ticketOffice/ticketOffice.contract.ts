import { z } from 'zod';
import { defineSingleRecord } from '../../records/define/defineSingleRecord.ts';
import { nameField, textField } from '../../records/define/fields.ts';
import { data, endpoint } from '../../shared/endpoint.ts';
import { ticketOfficeItemRecord } from './ticketOfficeItem.contract.ts';

export const ticketOfficeRecord = defineSingleRecord({
  table: 'ticket_offices',
  path: 'ticket-offices',
  area: 'ticketOffice',
  one: 'a bilheteria',
  fields: {
    title: nameField({ label: 'Título', what: 'o título', max: 120, public: true }),
    description: textField({ label: 'Descrição', what: 'a descrição', max: 2000, public: true }),
  },
});

export type TicketOffice = z.output<typeof ticketOfficeRecord.output>;

export const { read: getTicketOffice, save: storeTicketOffice } = ticketOfficeRecord.endpoints;

/** Ticket office as shoppers see it, with its items in order. */
export const publicTicketOffice = ticketOfficeRecord.publicOutput.extend({
  items: z.array(ticketOfficeItemRecord.publicOutput),
});
export type PublicTicketOffice = z.output<typeof publicTicketOffice>;

/** Extension of the specification: the ticket office for shoppers. */
export const siteTicketOffice = endpoint({
  method: 'GET',
  path: '/site/ticket-office',
  summary: 'Bilheteria do cinema, com seus itens',
  answers: { 200: data(publicTicketOffice), 204: null },
  cached: true,
});
