import { resource } from '../../contract/resource.ts';
import { PAGES_OF_TEXTS } from './about.resource.ts';

export const aboutItems = resource({
  table: 'about_items',
  one: 'o item do sobre',
  many: 'os itens do sobre',
  meaning: 'a line of an about page',
  area: 'abouts',
  title: 'title',
  kept: 'ordered',
  shownOn: ['/', '/debit-cards', '/shopping', '/cinema', '/about'],
  found: {
    kind: 'page',
    page: { by: 'about_id', pages: PAGES_OF_TEXTS },
    words: { title: 'title', description: 'text' },
    excerpt: 'description',
  },
  routes: 'abouts/aboutItem.routes',
  office: {
    address: 'about-items',
    screens: {
      list: 'abouts/AboutItemList',
      create: 'abouts/AboutItemForm',
      show: 'abouts/AboutItemDetails',
      edit: 'abouts/AboutItemForm',
    },
    menu: { group: 'Sobre', label: 'Itens do sobre', icon: 'ListChecks' },
  },
});
