import { z } from 'zod';
import { data, done, endpoint, json, uuidParams, written } from '../../contract/endpoint.ts';
import {
  choice,
  optionalDate,
  optionalText,
  requiredText,
  seenVersion,
  typed,
} from '../../contract/fields.ts';
import { list, listQuery } from '../../contract/list.ts';
import { VACANCY_TYPES } from './vacancy.types.ts';

export const vacancyInput = z.object({
  name: requiredText('o nome da vaga', 120),
  type: choice(VACANCY_TYPES, 'Escolha o tipo.'),
  description: optionalText(4000),
  city: optionalText(100),
  /** The last day on which it is open. */
  open_until: optionalDate(),
  version: seenVersion,
});

export type VacancyInput = z.output<typeof vacancyInput>;

export const vacancy = z.object({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  type: typed,
  description: z.string().nullable(),
  city: z.string().nullable(),
  open_until: z.string().nullable(),
  version: z.number(),
  updated_at: z.string(),
});

export type Vacancy = z.output<typeof vacancy>;

/** What a visitor's browser gets of a vacancy. */
export const publicVacancy = vacancy
  .omit({ version: true, updated_at: true })
  .extend({ /** The day on which it was announced. */ posted_on: z.string() });
export type PublicVacancy = z.output<typeof publicVacancy>;

/** Only those that are open, by the server's day in America/Sao_Paulo. */
export const siteVacancies = endpoint({
  method: 'GET',
  path: '/site/vacancies',
  summary: 'Vagas abertas',
  answers: { 200: list(publicVacancy) },
  cached: true,
});

export const listVacancies = endpoint({
  method: 'GET',
  path: '/admin/vacancies',
  summary: 'Lista as vagas',
  needs: 'vacancies.read',
  query: listQuery(['id', 'name', 'type']),
  answers: { 200: list(vacancy) },
});

export const getVacancy = endpoint({
  method: 'GET',
  path: '/admin/vacancies/details/:uuid',
  summary: 'Mostra uma vaga',
  needs: 'vacancies.read',
  params: uuidParams,
  answers: { 200: data(vacancy) },
});

export const storeVacancy = endpoint({
  method: 'POST',
  path: '/admin/vacancies/store',
  summary: 'Cria uma vaga',
  needs: 'vacancies.write',
  body: json(vacancyInput),
  answers: { 201: written },
});

export const updateVacancy = endpoint({
  method: 'PUT',
  path: '/admin/vacancies/update/:uuid',
  summary: 'Altera uma vaga',
  needs: 'vacancies.write',
  params: uuidParams,
  body: json(vacancyInput),
  answers: { 200: written },
});

export const destroyVacancy = endpoint({
  method: 'DELETE',
  path: '/admin/vacancies/destroy/:uuid',
  summary: 'Exclui uma vaga',
  needs: 'vacancies.write',
  params: uuidParams,
  answers: { 200: done },
});
