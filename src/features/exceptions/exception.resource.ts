import { resource } from '../../contract/resource.ts';

export const exceptions = resource({
  table: 'exceptions',
  one: 'o horário especial',
  many: 'os horários especiais',
  meaning: 'a special day: branches are closed or have other hours',
  area: 'exceptions',
  title: 'reason',
  shownOn: ['/', '/branches', '/contacts', '/shopping', '/cinema'],
  routes: 'exceptions/exception.routes',
  office: {
    address: 'exceptions',
    screens: {
      list: 'exceptions/ExceptionList',
      create: 'exceptions/ExceptionForm',
      edit: 'exceptions/ExceptionForm',
    },
    menu: { group: 'Estabelecimentos', label: 'Feriados e horários especiais', icon: 'CalendarX2' },
  },
});
