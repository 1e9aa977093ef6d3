import { resource } from '../../shared/resource.ts';

export const phoneServiceHours = resource({
  table: 'office_hours',
  one: 'o horário',
  many: 'os horários',
  meaning: 'phone service hours',
  area: 'officeHours',
  title: 'work_start_day',
  office: {
    address: 'office-hours',
    screens: {
      list: 'content/phoneServiceHours/PhoneServiceHoursList',
      create: 'content/phoneServiceHours/PhoneServiceHoursForm',
      edit: 'content/phoneServiceHours/PhoneServiceHoursForm',
    },
    menu: { group: 'Informações', label: 'Horários', icon: 'Clock' },
  },
});
