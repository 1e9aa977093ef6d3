import type { GalleryImageColumns } from '../../records/server/files/gallery.ts';
import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { effectTexts } from '../../shared/effects.ts';
import { shopRecord } from './shop.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    shops: ShopTable;
    shop_images: ShopImageTable;
  }
}

export interface ShopTable extends TableOf<typeof shopRecord> {}

export interface ShopImageTable extends GalleryImageColumns {
  shop_id: number;
}

export const shopService = recordService(shopRecord, {
  gone: 'Esta loja não existe mais.',
  effects: effectTexts('na página das lojas'),
  orderSaved: 'Ordem das lojas salva.',
  galleryImage: {
    removed: 'Não aparece mais na página da loja.',
    gone: 'Esta foto não existe mais.',
  },
  hasPhones: true,
});
