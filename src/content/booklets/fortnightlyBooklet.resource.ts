import { resource } from '../../shared/resource.ts';

export const fortnightlyBooklets = resource({
  table: 'fortnightly_booklets',
  unique: true,
  one: 'o encarte',
  many: 'os encartes',
  meaning: 'fortnightly booklet: the PDF of "Ofertas quinzenais"',
  area: 'booklets',
  files: ['file_id'],
  turns: [
    ['shown_from', 'instant'],
    ['valid_until', 'last day'],
  ],
  found: {
    kind: 'leaflet',
    page: '/booklet',
    called: 'Encarte da quinzena',
    words: {},
    parts: { table: 'booklet_pages', owner: 'booklet_id', column: 'text' },
    until: 'valid_until',
  },
  office: {
    address: 'booklets/fortnightly',
    screens: { single: 'content/booklets/office/FortnightlyBookletForm' },
    menu: { group: 'Supermercado', label: 'Ofertas quinzenais', icon: 'Newspaper' },
  },
});
