import { z } from 'zod';
import { defineOrderedRecord } from '../../records/define/defineRecord.ts';
import { computedField, nameField, textField } from '../../records/define/fields.ts';
import { choiceReferenceField } from '../../records/define/referenceFields.ts';
import { ABOUT_NAMES } from './aboutPage.types.ts';

export const aboutItemRecord = defineOrderedRecord({
  table: 'about_items',
  path: 'about-items',
  area: 'abouts',
  many: 'os itens dos textos sobre a rede',
  one: 'um item de um texto sobre a rede',
  orderMissing: 'Informe a ordem dos itens.',
  screenOrder: ['about_id', 'title', 'description'],
  fields: {
    title: nameField({
      ...{ label: 'Título', what: 'o título', max: 120 },
      ...{ public: true, sortable: true, searched: true },
    }),
    description: textField({
      ...{ label: 'Descrição', what: 'a descrição', max: 1000 },
      ...{ public: true, searched: true },
    }),
    about_id: choiceReferenceField(
      ABOUT_NAMES,
      {
        ...{ label: 'Sobre', missing: 'Escolha sobre o que é o item.' },
        ...{ sentAs: 'about_id_type', sortAs: 'about', sortable: true },
      },
      { table: 'abouts', as: 'about', columns: ['title'], permanent: true },
    ),
    about_id_type: computedField(
      { label: 'Sobre', onScreen: false },
      z.number(),
      ({ about_id }: { about_id: number }) => about_id,
    ),
  },
  filters: { about: { label: 'Sobre', values: ABOUT_NAMES } },
});

export type AboutItem = z.output<typeof aboutItemRecord.output>;

export const {
  list: listAboutItems,
  show: getAboutItem,
  store: storeAboutItem,
  update: updateAboutItem,
  destroy: destroyAboutItem,
  order: orderAboutItems,
} = aboutItemRecord.endpoints;
