import { resource } from '../../contract/resource.ts';

export const banners = resource({
  table: 'banners',
  one: 'o banner',
  many: 'os banners',
  meaning: 'a picture with a title in the slider of the home page',
  area: 'banners',
  title: 'title',
  kept: 'ordered',
  files: ['file_id'],
  shownOn: ['/'],
  turns: [
    ['starts_at', 'instant'],
    ['ends_at', 'instant'],
  ],
  office: {
    address: 'banners',
    screens: {
      list: 'banners/BannerList',
      create: 'banners/BannerForm',
      show: 'banners/BannerDetails',
      edit: 'banners/BannerForm',
    },
    menu: { group: 'Capa', label: 'Banners', icon: 'Image' },
  },
});
