import { z } from 'zod';
import { defineRecord } from '../../records/define/defineRecord.ts';
import { choiceField, nameField, optionalDayField, optionalTextField } from '../../records/define/fields.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { attentionFilter } from '../../shared/filters.ts';
import { listResponse } from '../../shared/list.ts';
import { VACANCY_TYPES } from './vacancy.types.ts';

export const vacancyRecord = defineRecord({
  table: 'vacancies',
  path: 'vacancies',
  area: 'vacancies',
  many: 'as vagas',
  one: 'uma vaga',
  screenOrder: ['name', 'type', 'city', 'description', 'open_until'],
  fields: {
    name: nameField({
      ...{ label: 'Nome', what: 'o nome da vaga', max: 120 },
      ...{ public: true, sortable: true, searched: true },
    }),
    type: choiceField(VACANCY_TYPES, {
      ...{ label: 'Tipo', missing: 'Escolha o tipo.' },
      ...{ public: true, sortable: true, searched: true, filtered: true },
    }),
    description: optionalTextField({ label: 'Descrição', max: 4000, public: true }),
    city: optionalTextField({ label: 'Cidade', max: 100, public: true, searched: true }),
    /** Last day on which it is open, in America/Sao_Paulo. */
    open_until: optionalDayField({ label: 'Aberta até', public: true }),
  },
  filters: {
    attention: attentionFilter,
    type: { label: 'Tipo', values: VACANCY_TYPES },
    state: { label: 'Situação', values: { open: 'Abertas', closed: 'Encerradas' } },
  },
});

export type Vacancy = z.output<typeof vacancyRecord.output>;

/** Vacancy as shoppers see it. */
export const publicVacancy = vacancyRecord.publicOutput.extend({
  /** Date of its publication. */
  posted_on: z.string(),
});
export type PublicVacancy = z.output<typeof publicVacancy>;

/** Lists the open vacancies by the server's date in America/Sao_Paulo. */
export const siteVacancies = endpoint({
  method: 'GET',
  path: '/site/vacancies',
  summary: 'Vagas abertas',
  answers: { 200: listResponse(publicVacancy) },
  cached: true,
});

export const {
  list: listVacancies,
  show: getVacancy,
  store: storeVacancy,
  update: updateVacancy,
  destroy: destroyVacancy,
} = vacancyRecord.endpoints;
