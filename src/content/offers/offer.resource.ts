import { resource } from '../../shared/resource.ts';
import { posterScreens } from './poster.screens.ts';

export const offers = resource({
  table: 'offers',
  one: 'a oferta',
  many: 'as ofertas',
  meaning: 'a product with its price, period and branches',
  area: 'offers',
  title: 'product',
  files: ['file_id'],
  turns: [
    ['valid_from', 'first day'],
    ['valid_until', 'last day'],
  ],
  found: {
    kind: 'offer',
    page: '/offers/details/:uuid',
    words: { product: 'title', brand: 'label', department_key: 'label' },
    from: 'valid_from',
    until: 'valid_until',
  },
  office: {
    address: 'offers',
    screens: {
      list: 'content/offers/office/OfferList',
      create: 'content/offers/office/OfferForm',
      compose: 'content/offers/office/OfferImport',
      show: 'content/offers/office/OfferDetails',
      edit: 'content/offers/office/OfferForm',
    },
    menu: { group: 'Supermercado', label: 'Ofertas', icon: 'BadgePercent' },
  },
  also: [posterScreens],
});
