import { z } from 'zod';
import { endpoint, json } from '../../contract/endpoint.ts';
import {
  choice,
  enumValue,
  expectedVersion,
  optionalDate,
  optionalText,
  requiredName,
} from '../../contract/fields.ts';
import { attentionFilter, type Filters } from '../../contract/filters.ts';
import { listResponse } from '../../contract/list.ts';
import { recordEndpoints } from '../../contract/records.ts';
import { VACANCY_TYPES } from './vacancy.types.ts';

export const vacancyInput = z.object({
  name: requiredName('o nome da vaga', 120),
  type: choice(VACANCY_TYPES, 'Escolha o tipo.'),
  description: optionalText(4000),
  city: optionalText(100),
  /** Last day on which it is open. */
  open_until: optionalDate(),
  version: expectedVersion,
});

export type VacancyInput = z.output<typeof vacancyInput>;

export const vacancy = z.object({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  type: enumValue,
  description: z.string().nullable(),
  city: z.string().nullable(),
  open_until: z.string().nullable(),
  version: z.number(),
  updated_at: z.string(),
});

export type Vacancy = z.output<typeof vacancy>;

/** Vacancy as shoppers see it. */
export const publicVacancy = vacancy
  .pick({ id: true, uuid: true, name: true, type: true, description: true, city: true, open_until: true })
  .extend({ /** Date of its publication. */ posted_on: z.string() });
export type PublicVacancy = z.output<typeof publicVacancy>;

/** Lists the open vacancies by the server's date in America/Sao_Paulo. */
export const siteVacancies = endpoint({
  method: 'GET',
  path: '/site/vacancies',
  summary: 'Vagas abertas',
  answers: { 200: listResponse(publicVacancy) },
  cached: true,
});

export const vacancyFilters = {
  attention: attentionFilter,
  type: { label: 'Tipo', values: VACANCY_TYPES },
  state: { label: 'Situação', values: { open: 'Abertas', closed: 'Encerradas' } },
} as const satisfies Filters;

export const {
  list: listVacancies,
  show: getVacancy,
  store: storeVacancy,
  update: updateVacancy,
  destroy: destroyVacancy,
} = recordEndpoints({
  table: 'vacancies',
  path: 'vacancies',
  area: 'vacancies',
  many: 'as vagas',
  one: 'uma vaga',
  record: vacancy,
  sortable: ['id', 'name', 'type'],
  filters: vacancyFilters,
  body: json(vacancyInput),
});
