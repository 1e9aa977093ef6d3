import { resource } from '../../shared/resource.ts';

export const cardTerms = resource({
  table: 'card_terms',
  one: 'a condição do cartão',
  many: 'as condições do cartão',
  meaning: 'a card term, a line of the card’s page: 1 fee, 2 limit, 3 document, 4 step, 5 phone',
  area: 'abouts',
  title: 'title',
  kept: 'ordered',
  office: {
    address: 'card-terms',
    screens: {
      list: 'content/aboutPages/office/CardTermList',
      create: 'content/aboutPages/office/CardTermForm',
      show: 'content/aboutPages/office/CardTermDetails',
      edit: 'content/aboutPages/office/CardTermForm',
    },
    menu: { group: 'Sobre', label: 'Condições do cartão', icon: 'ReceiptText' },
  },
});
