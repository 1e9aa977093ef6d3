import { officeScreens, resource } from '../../shared/resource.ts';

/** Screens of the four texts by type. */
export const aboutPageScreens = {
  1: officeScreens({
    address: 'about-hypermarkets',
    screens: { single: 'content/aboutPages/office/SingleAboutPageForm' },
    menu: { group: 'Sobre', label: 'Hipermercado', icon: 'ShoppingCart' },
    alert: 'o sobre o hipermercado',
  }),
  2: officeScreens({
    address: 'about-shoppings',
    screens: { single: 'content/aboutPages/office/SingleAboutPageForm' },
    menu: { group: 'Sobre', label: 'Shopping', icon: 'ShoppingBag' },
    alert: 'o sobre o shopping',
  }),
  3: officeScreens({
    address: 'about-movie-theaters',
    screens: { single: 'content/aboutPages/office/SingleAboutPageForm' },
    menu: { group: 'Sobre', label: 'Cinema', icon: 'Clapperboard' },
    alert: 'o sobre o cinema',
  }),
  4: officeScreens({
    address: 'about-credit-cards',
    screens: { single: 'content/aboutPages/office/SingleAboutPageForm' },
    menu: { group: 'Sobre', label: 'Cartão', icon: 'CreditCard' },
    alert: 'o sobre o cartão',
  }),
} as const;

/** Public page of each text and its items, by type. */
export const PUBLIC_ABOUT_PAGES = { 1: '/about', 2: '/shopping', 3: '/cinema', 4: '/debit-cards' } as const;

export const aboutPages = resource({
  table: 'abouts',
  unique: true,
  one: 'o texto',
  many: 'os textos',
  meaning: 'text of an about page: 1 hypermarket, 2 shopping centre, 3 cinema, 4 card',
  area: 'abouts',
  title: 'title',
  found: {
    kind: 'page',
    page: { by: 'id', pages: PUBLIC_ABOUT_PAGES },
    words: { title: 'title', description: 'text' },
    excerpt: 'description',
  },
  office: {
    address: 'abouts',
    screens: {
      list: 'content/aboutPages/office/AboutPageList',
      create: 'content/aboutPages/office/AboutPageForm',
      show: 'content/aboutPages/office/AboutPageDetails',
      edit: 'content/aboutPages/office/AboutPageForm',
    },
    menu: { group: 'Sobre', label: 'Sobre', icon: 'Info' },
    alert: 'o sobre',
  },
  also: Object.values(aboutPageScreens),
});
