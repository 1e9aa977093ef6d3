import { resource } from '../../contract/resource.ts';

export const ticketOfficeItems = resource({
  table: 'ticket_office_items',
  one: 'o item da bilheteria',
  many: 'os itens da bilheteria',
  meaning: 'a ticket price',
  area: 'ticketOffice',
  title: 'item',
  kept: 'ordered',
  shownOn: ['/cinema'],
  office: {
    address: 'ticket-office-items',
    screens: {
      list: 'ticketOffice/TicketOfficeItemList',
      create: 'ticketOffice/TicketOfficeItemForm',
      edit: 'ticketOffice/TicketOfficeItemForm',
    },
    menu: { group: 'Cinema', label: 'Itens da bilheteria', icon: 'Receipt' },
  },
});
