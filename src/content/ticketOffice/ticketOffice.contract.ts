import { z } from 'zod';
import { data, endpoint, json } from '../../contract/endpoint.ts';
import { expectedVersion, requiredName, requiredText } from '../../contract/fields.ts';
import { singleEndpoints } from '../../contract/records.ts';
import { ticketOfficeItemRecord } from './ticketOfficeItem.contract.ts';

export const ticketOfficeInput = z.object({
  title: requiredName('o título', 120),
  description: requiredText('a descrição', 2000),
  version: expectedVersion,
});
export type TicketOfficeInput = z.output<typeof ticketOfficeInput>;

export const ticketOffice = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.number(),
  updated_at: z.string(),
});
export type TicketOffice = z.output<typeof ticketOffice>;

/** Ticket office as shoppers see it, with its items in order. */
export const publicTicketOffice = ticketOffice
  .pick({ title: true, description: true })
  .extend({ items: z.array(ticketOfficeItemRecord.publicOutput) });
export type PublicTicketOffice = z.output<typeof publicTicketOffice>;

export const { read: getTicketOffice, save: storeTicketOffice } = singleEndpoints({
  table: 'ticket_offices',
  path: 'ticket-offices',
  area: 'ticketOffice',
  one: 'a bilheteria',
  record: ticketOffice,
  body: json(ticketOfficeInput),
});

/** Extension of the specification: the ticket office for shoppers. */
export const siteTicketOffice = endpoint({
  method: 'GET',
  path: '/site/ticket-office',
  summary: 'Bilheteria do cinema, com seus itens',
  answers: { 200: data(publicTicketOffice), 204: null },
  cached: true,
});
