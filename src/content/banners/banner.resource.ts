import { resource } from '../../shared/resource.ts';

export const banners = resource({
  table: 'banners',
  one: 'o banner',
  many: 'os banners',
  meaning: 'a picture with a title in the slider of the home page',
  area: 'banners',
  title: 'title',
  kept: 'ordered',
  files: ['file_id'],
  turns: [
    ['starts_at', 'instant'],
    ['ends_at', 'instant'],
  ],
  office: {
    address: 'banners',
    screens: {
      list: 'content/banners/office/BannerList',
      create: 'content/banners/office/BannerForm',
      show: 'content/banners/office/BannerDetails',
      edit: 'content/banners/office/BannerForm',
    },
    menu: { group: 'Capa', label: 'Banners', icon: 'Image' },
  },
});
