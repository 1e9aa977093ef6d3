import { resource } from '../../shared/resource.ts';

export const phones = resource({
  table: 'phones',
  one: 'o telefone',
  many: 'os telefones',
  meaning: 'a phone number; types 1 Fixo, 2 Celular, 3 WhatsApp, 4 Comercial',
  area: 'phones',
  title: 'contact',
  office: {
    address: 'phones',
    screens: {
      list: 'content/phones/PhoneList',
      create: 'content/phones/PhoneForm',
      show: 'content/phones/PhoneDetails',
      edit: 'content/phones/PhoneForm',
    },
    menu: { group: 'Informações', label: 'Telefones', icon: 'Phone' },
  },
});
