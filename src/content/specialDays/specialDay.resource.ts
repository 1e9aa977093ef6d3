import { resource } from '../../shared/resource.ts';

export const specialDays = resource({
  table: 'exceptions',
  one: 'o horário especial',
  many: 'os horários especiais',
  meaning: 'a special day: branches are closed or have other hours',
  area: 'exceptions',
  title: 'reason',
  previewFirst: ['/', '/branches', '/contacts'],
  office: {
    address: 'exceptions',
    screens: {
      list: 'content/specialDays/office/SpecialDayList',
      create: 'content/specialDays/office/SpecialDayForm',
      edit: 'content/specialDays/office/SpecialDayForm',
    },
    menu: { group: 'Estabelecimentos', label: 'Feriados e horários especiais', icon: 'CalendarX2' },
  },
});

/** Returns the address of the form, filled in for a holiday. */
export const holidayForm = ({
  date,
  name,
  places,
}: {
  date: string;
  name: string;
  places: readonly string[];
}) => `${specialDays.at.create}?${new URLSearchParams({ date, reason: name, places: places.join(',') })}`;

/** Hash of the list's address that unfolds the holidays without a decision. */
export const PROPOSALS = 'decidir';
