import { resource } from '../../shared/resource.ts';

export const dailyBooklets = resource({
  table: 'daily_booklets',
  one: 'a oferta do dia',
  many: 'as ofertas do dia',
  meaning: 'daily offer picture: offers valid on one day',
  wire: ['daily-booklets'],
  area: 'booklets',
  title: 'start_date',
  titleIs: 'day',
  files: ['file_id'],
  turns: [
    ['start_date', 'first day'],
    ['start_date', 'last day'],
  ],
  found: {
    kind: 'leaflet',
    page: '/booklets-day',
    called: 'Ofertas do dia',
    words: { alt: 'label', text: 'text' },
    excerpt: 'alt',
    from: 'start_date',
    until: 'start_date',
  },
  office: {
    address: 'booklets/of-the-day',
    screens: {
      list: 'content/dailyOffers/office/DailyBookletList',
      create: 'content/dailyOffers/office/DailyBookletForm',
      compose: 'content/dailyOffers/office/DailyLeafletPage',
      show: 'content/dailyOffers/office/DailyBookletDetails',
      edit: 'content/dailyOffers/office/DailyBookletForm',
    },
    menu: { group: 'Supermercado', label: 'Ofertas do dia', icon: 'CalendarDays' },
  },
});

/** Returns the address of the form for the daily offers of a period. */
export const dailyOffersAddress = (from: string, until = from) =>
  `${dailyBooklets.at.compose}?${new URLSearchParams({ from, until })}`;
