import { resource } from '../../shared/resource.ts';

export const shops = resource({
  table: 'shops',
  one: 'a loja',
  many: 'as lojas',
  meaning: 'a tenant of the shopping centre',
  area: 'shops',
  title: 'name',
  kept: 'ordered',
  files: ['file_id'],
  gallery: true,
  found: {
    kind: 'shop',
    page: '/shops/:uuid',
    // The description says what the shop sells.
    words: { name: 'title', description: 'label', alt: 'text' },
    excerpt: 'description',
  },
  office: {
    address: 'shops',
    screens: {
      list: 'content/shops/office/ShopList',
      create: 'content/shops/office/ShopForm',
      show: 'content/shops/office/ShopDetails',
      edit: 'content/shops/office/ShopForm',
    },
    menu: { group: 'Estabelecimentos', label: 'Lojas', icon: 'ShoppingBasket' },
  },
});
