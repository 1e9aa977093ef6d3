import { resource } from '../../shared/resource.ts';

export const screenings = resource({
  table: 'screenings',
  one: 'a sessão',
  many: 'as sessões',
  meaning: 'a showing of a film: room, date and time (`sessions` are sign-in sessions)',
  area: 'screenings',
  title: 'starts_at',
  titleIs: 'instant',
  unique: true,
  turns: [['starts_at', 'instant']],
  office: {
    address: 'screenings',
    screens: {
      list: 'content/screenings/office/ScreeningList',
      create: 'content/screenings/office/ScreeningForm',
      compose: 'content/screenings/office/WeekPage',
      show: 'content/screenings/office/ScreeningDetails',
      edit: 'content/screenings/office/ScreeningForm',
    },
    menu: { group: 'Cinema', label: 'Sessões', icon: 'CalendarClock' },
  },
});

/** Returns the address of the grid for the seven days from `from` on. */
export const weekAt = (from: string) => `${screenings.at.compose}?${new URLSearchParams({ from })}`;
