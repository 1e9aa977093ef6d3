import { resource } from '../../shared/resource.ts';

export const ticketOfficeItems = resource({
  table: 'ticket_office_items',
  one: 'o item da bilheteria',
  many: 'os itens da bilheteria',
  meaning: 'a ticket price',
  area: 'ticketOffice',
  title: 'item',
  kept: 'ordered',
  office: {
    address: 'ticket-office-items',
    screens: {
      list: 'content/ticketOffice/office/TicketOfficeItemList',
      create: 'content/ticketOffice/office/TicketOfficeItemForm',
      edit: 'content/ticketOffice/office/TicketOfficeItemForm',
    },
    menu: { group: 'Cinema', label: 'Itens da bilheteria', icon: 'Receipt' },
  },
});
