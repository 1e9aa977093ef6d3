import { sql } from 'kysely';
import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { aboutItemRecord } from './aboutItem.contract.ts';
import { aboutPageEffects, ensureAboutPage } from './aboutPage.service.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    about_items: AboutItemTable;
  }
}

export interface AboutItemTable extends TableOf<typeof aboutItemRecord> {}

export const aboutItemService = recordService(aboutItemRecord, {
  gone: 'Este item não existe mais.',
  effects: ({ about_id }) => ({ ...aboutPageEffects(about_id), removed: 'Não aparece mais no site.' }),
  orderSaved: 'Ordem dos itens salva.',
  ensureConsistent: (db, { about_id }) => ensureAboutPage(db, about_id),
  filterConditions: () => ({ about: (type) => sql`about_items.about_id = ${Number(type)}` }),
  listRules: () => ({
    joined: { table: 'abouts', key: 'abouts.title_key', column: 'about_items.about_id' },
    owner: 'about_items.about_id',
  }),
});
