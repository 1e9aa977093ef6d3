import { officeScreens, resource } from '../../contract/resource.ts';

/** Screens of the four texts by type. */
export const aboutPages = {
  1: officeScreens({
    address: 'about-hypermarkets',
    screens: { single: 'abouts/AboutPageForm' },
    menu: { group: 'Sobre', label: 'Hipermercado', icon: 'ShoppingCart' },
    alert: 'o sobre o hipermercado',
  }),
  2: officeScreens({
    address: 'about-shoppings',
    screens: { single: 'abouts/AboutPageForm' },
    menu: { group: 'Sobre', label: 'Shopping', icon: 'ShoppingBag' },
    alert: 'o sobre o shopping',
  }),
  3: officeScreens({
    address: 'about-movie-theaters',
    screens: { single: 'abouts/AboutPageForm' },
    menu: { group: 'Sobre', label: 'Cinema', icon: 'Clapperboard' },
    alert: 'o sobre o cinema',
  }),
  4: officeScreens({
    address: 'about-credit-cards',
    screens: { single: 'abouts/AboutPageForm' },
    menu: { group: 'Sobre', label: 'Cartão', icon: 'CreditCard' },
    alert: 'o sobre o cartão',
  }),
} as const;

/** Public page of each text and its items, by type. */
export const PAGES_OF_TEXTS = { 1: '/about', 2: '/shopping', 3: '/cinema', 4: '/debit-cards' } as const;

export const abouts = resource({
  table: 'abouts',
  unique: true,
  one: 'o texto',
  many: 'os textos',
  meaning: 'text of an about page: 1 hypermarket, 2 shopping centre, 3 cinema, 4 card',
  area: 'abouts',
  title: 'title',
  shownOn: ['/', '/debit-cards', '/shopping', '/cinema', '/about'],
  found: {
    kind: 'page',
    page: { by: 'id', pages: PAGES_OF_TEXTS },
    words: { title: 'title', description: 'text' },
    excerpt: 'description',
  },
  routes: 'abouts/about.routes',
  office: {
    address: 'abouts',
    screens: {
      list: 'abouts/AboutList',
      create: 'abouts/AboutForm',
      show: 'abouts/AboutDetails',
      edit: 'abouts/AboutForm',
    },
    menu: { group: 'Sobre', label: 'Sobre', icon: 'Info' },
    alert: 'o sobre',
  },
  also: Object.values(aboutPages),
});
