import { resource } from '../../shared/resource.ts';
import { PUBLIC_ABOUT_PAGES } from './aboutPage.resource.ts';

export const aboutItems = resource({
  table: 'about_items',
  one: 'o item do sobre',
  many: 'os itens do sobre',
  meaning: 'a line of an about page',
  area: 'abouts',
  title: 'title',
  kept: 'ordered',
  found: {
    kind: 'page',
    page: { by: 'about_id', pages: PUBLIC_ABOUT_PAGES },
    words: { title: 'title', description: 'text' },
    excerpt: 'description',
  },
  office: {
    address: 'about-items',
    screens: {
      list: 'content/aboutPages/office/AboutItemList',
      create: 'content/aboutPages/office/AboutItemForm',
      show: 'content/aboutPages/office/AboutItemDetails',
      edit: 'content/aboutPages/office/AboutItemForm',
    },
    menu: { group: 'Sobre', label: 'Itens do sobre', icon: 'ListChecks' },
  },
});
