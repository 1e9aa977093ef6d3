import { resource } from '../../shared/resource.ts';

export const videos = resource({
  table: 'videos',
  one: 'o vídeo',
  many: 'os vídeos',
  meaning: 'the video on the cinema’s page',
  wire: ['videos'],
  area: 'videos',
  kept: 'single',
  files: ['file_id'],
  office: {
    address: 'video',
    screens: { single: 'content/videos/VideoForm' },
    menu: { group: 'Capa', label: 'Vídeo', icon: 'Video' },
  },
});
