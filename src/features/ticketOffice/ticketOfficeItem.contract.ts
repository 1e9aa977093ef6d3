import { z } from 'zod';
import { data, done, endpoint, json, uuidParams, written } from '../../contract/endpoint.ts';
import { requiredText, seenVersion, wholeNumber } from '../../contract/fields.ts';
import { list, listQuery, orderBody } from '../../contract/list.ts';

export const ticketOfficeItemInput = z.object({
  item: requiredText('o item', 200),
  position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional(),
  version: seenVersion,
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

export const listTicketOfficeItems = endpoint({
  method: 'GET',
  path: '/admin/ticket-office-items',
  summary: 'Lista os itens da bilheteria',
  needs: 'ticketOffice.read',
  query: listQuery(['id', 'item', 'position']),
  answers: { 200: list(ticketOfficeItem) },
});

export const getTicketOfficeItem = endpoint({
  method: 'GET',
  path: '/admin/ticket-office-items/details/:uuid',
  summary: 'Mostra um item da bilheteria',
  needs: 'ticketOffice.read',
  params: uuidParams,
  answers: { 200: data(ticketOfficeItem) },
});

export const storeTicketOfficeItem = endpoint({
  method: 'POST',
  path: '/admin/ticket-office-items/store',
  summary: 'Cria um item da bilheteria',
  needs: 'ticketOffice.write',
  body: json(ticketOfficeItemInput),
  answers: { 201: written },
});

export const updateTicketOfficeItem = endpoint({
  method: 'PUT',
  path: '/admin/ticket-office-items/update/:uuid',
  summary: 'Altera um item da bilheteria',
  needs: 'ticketOffice.write',
  params: uuidParams,
  body: json(ticketOfficeItemInput),
  answers: { 200: written },
});

export const destroyTicketOfficeItem = endpoint({
  method: 'DELETE',
  path: '/admin/ticket-office-items/destroy/:uuid',
  summary: 'Exclui um item da bilheteria',
  needs: 'ticketOffice.write',
  params: uuidParams,
  answers: { 200: done },
});

/** Puts the items in the order of `uuids`; those not named keep their order behind them. */
export const orderTicketOfficeItems = endpoint({
  method: 'PUT',
  path: '/admin/ticket-office-items/order',
  summary: 'Muda a ordem dos itens da bilheteria',
  needs: 'ticketOffice.write',
  body: orderBody('Informe a ordem dos itens.'),
  answers: { 200: done },
  failures: ['not_found'],
});
