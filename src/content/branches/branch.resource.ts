import { resource } from '../../shared/resource.ts';

export const branches = resource({
  table: 'branches',
  one: 'a filial',
  many: 'as filiais',
  meaning: 'a store of the chain',
  area: 'branches',
  title: 'name',
  kept: 'ordered',
  files: ['file_id'],
  gallery: true,
  found: {
    kind: 'branch',
    page: '/branches/:uuid',
    words: {
      name: 'title',
      city: 'label',
      district: 'label',
      search: 'label',
      description: 'text',
    },
    excerpt: 'description',
  },
  office: {
    address: 'branches',
    screens: {
      list: 'content/branches/office/BranchList',
      create: 'content/branches/office/BranchForm',
      show: 'content/branches/office/BranchDetails',
      edit: 'content/branches/office/BranchForm',
    },
    menu: { group: 'Estabelecimentos', label: 'Filiais', icon: 'Store' },
  },
});
