import { resource } from '../../shared/resource.ts';

export const ticketOffice = resource({
  table: 'ticket_offices',
  one: 'a bilheteria',
  many: 'as bilheterias',
  meaning: 'text about the cinema’s tickets, with items',
  area: 'ticketOffice',
  title: 'title',
  kept: 'single',
  office: {
    address: 'ticket-offices',
    screens: {
      single: 'content/ticketOffice/office/TicketOfficeForm',
      edit: 'content/ticketOffice/office/TicketOfficeForm',
    },
    menu: { group: 'Cinema', label: 'Bilheteria', icon: 'Ticket' },
    alert: 'as informações da bilheteria',
  },
});
