import { resource } from '../../contract/resource.ts';

export const officeHours = resource({
  table: 'office_hours',
  one: 'o horário',
  many: 'os horários',
  meaning: 'phone service hours',
  area: 'officeHours',
  title: 'work_start_day',
  shownOn: ['/contacts', '/help'],
  routes: 'officeHours/officeHours.routes',
  office: {
    address: 'office-hours',
    screens: {
      list: 'officeHours/OfficeHoursList',
      create: 'officeHours/OfficeHoursForm',
      edit: 'officeHours/OfficeHoursForm',
    },
    menu: { group: 'Informações', label: 'Horários', icon: 'Clock' },
  },
});
