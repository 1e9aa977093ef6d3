import { randomUUID } from 'node:crypto';
import type { Response } from 'light-my-request';
import { expect } from 'vitest';
import type { Db } from '../src/platform/database/database.ts';
import { type Endpoint, pathOf } from '../src/shared/endpoint.ts';
import type { TestApp } from './app.ts';
import { fileOf, jpeg } from './images.ts';
import { mp4, pdf } from './sampleFiles.ts';
import { type Fields, formOf } from './uploads.ts';

// Valid requests for every endpoint that accepts a publication plan or a file. An endpoint without one fails
// the tests that call all of them.

interface Known {
  category: number;
  movie: number;
  branch: string;
}

type Values = Record<string, unknown>;

const ADDRESS = {
  ...{ email: 'sul@aurora.example', phone: '(85) 3222-4400', number: '48', road: 'Rua das Flores' },
  ...{ district: 'Centro', city: 'Fortaleza', state: 'CE', zip_code: '60025-100' },
};

/** Days that no other record of the tests uses. */
let days = 0;
const freshDay = () => Temporal.PlainDate.from('2090-01-01').add({ days: days++ }).toString();

const VALUES: Record<string, (title: string, known: Known) => Values> = {
  '/admin/videos/store': () => ({}),
  '/admin/banners/store': (title) => ({ title }),
  '/admin/offers/store': (product, { branch }) => ({
    ...{ product, size: '1', unit: 'kg', price: '5,99', department: 'produce' },
    ...{ branches: [branch], valid_from: '2026-01-01', valid_until: '2099-01-09' },
  }),
  '/admin/daily-booklets/store': () => ({ start_date: freshDay() }),
  '/admin/information/store': (title) => ({
    ...ADDRESS,
    ...{ corporate_name: title, cnpj: '11.222.333/0001-81', responsible: 'Ana' },
  }),
  '/admin/phones/store': (contact) => ({ contact, ddi: '55', ddd: '85', number: '32224400', type: 1 }),
  '/admin/office-hours/store': (work_start_day) => ({
    ...{ work_start_day, end_of_work_day: 'Sexta' },
    ...{ office_start_time: '08:00', end_of_work_time: '18:00' },
  }),
  '/admin/questions/store': (question) => ({ question, answer: 'Sim.', topic: 7 }),
  '/admin/abouts/store': (title) => ({ title, type: 2 }),
  '/admin/about-hypermarkets/store': (title) => ({ title }),
  '/admin/about-shoppings/store': (title) => ({ title }),
  '/admin/about-movie-theaters/store': (title) => ({ title }),
  '/admin/about-credit-cards/store': (title) => ({ title }),
  '/admin/about-items/store': (title) => ({ title, description: 'Texto', about_id_type: 1 }),
  '/admin/card-terms/store': (title) => ({ title, type: 1, value: '10%' }),
  '/admin/vacancies/store': (name) => ({ name, type: 1 }),
  '/admin/revenue-categories/store': (name) => ({ name }),
  '/admin/revenues/store': (name, { category }) => ({ name, revenue_category_id: category }),
  '/admin/branches/store': (name) => ({ ...ADDRESS, name, hours: [] }),
  '/admin/exceptions/store': (reason, { branch }) => ({
    ...{ reason, date: freshDay(), type: 1, places: [branch] },
    hours: [{ opens: '08:00', closes: '14:00' }],
  }),
  '/admin/shops/store': (name) => ({ name, email: 'oi@loja.example', phone: '(85) 3222-4400' }),
  '/admin/ticket-offices/store': (title) => ({ title, description: 'Texto' }),
  '/admin/ticket-office-items/store': (item) => ({ item }),
  '/admin/movies/store': (name) => ({ name, type: 1, classification: 'L' }),
  '/admin/screenings/store': (room, { movie }) => ({
    ...{ movie_id: movie, starts_at: `${freshDay()}T18:00:00-03:00`, room, audio: 1, format: 1 },
  }),
  '/admin/pictures/store': () => ({}),
  '/admin/pictures/replace/:uuid': () => ({}),
  '/admin/booklets/fortnightly/store': () => ({}),
  '/admin/daily-booklets/text': () => ({}),
  '/admin/profile/photo': () => ({}),
  '/site/work-with-us': (name) => ({
    ...{ name, email: 'pessoa@aurora.example', phone: '85900000012', vacancy: 'Padeira' },
  }),
};

export interface SaveOptions {
  token: string;
  title?: string;
  /** Uuid of the record that the request changes. */
  uuid?: string;
  /** Fields that are added to the valid ones; undefined removes a field. */
  more?: Values;
  /** Whether a change sends its files again; a new record always sends them. */
  withFiles?: boolean;
}

export interface ValidSaves {
  /** Endpoints that accept a publication plan. */
  planned: Endpoint[];
  /** Endpoints that accept a file. */
  withFiles: Endpoint[];
  /** Branch of the records that belong to a branch. */
  branch: string;
  send(endpoint: Endpoint, options: SaveOptions): Promise<Response>;
  /** Sends a request that must succeed. Returns the uuid of the record. */
  store(path: string, options: SaveOptions): Promise<string>;
}

/** Returns a value as a form sends it: files and texts as they are, all else as JSON. */
function formValue(value: unknown): Fields[string] {
  if (typeof value === 'string' || value instanceof File) return value;
  const isFiles = Array.isArray(value) && value[0] instanceof File;
  return isFiles ? value : JSON.stringify(value);
}

export const storePathOf = ({ path }: Endpoint): string => path.replace('/update/:uuid', '/store');

export interface SavesTarget {
  request: TestApp['request'];
  db: Db;
  endpoints: Endpoint[];
}

/** Creates the records that others refer to, and returns functions for all other saves. */
export async function createValidSaves(
  { request, db, endpoints }: SavesTarget,
  admin: string,
): Promise<ValidSaves> {
  const known: Known = { category: 0, movie: 0, branch: '' };
  const files = {
    image: fileOf(await jpeg()),
    pdf: fileOf(pdf(), 'a.pdf', 'application/pdf'),
    video: fileOf(mp4(), 'a.mp4', 'video/mp4'),
  };

  const send: ValidSaves['send'] = (
    endpoint,
    { token, title = randomUUID().slice(0, 12), uuid, more, withFiles },
  ) => {
    const values = VALUES[storePathOf(endpoint)];
    if (!values) throw new Error(`test/validSaves.ts has no valid call of ${endpoint.path}`);
    const url = `/api${pathOf(endpoint.path, uuid ? { uuid } : {})}`;
    const fields = Object.entries({ ...values(title, known), ...more }).filter(
      ([, value]) => value !== undefined,
    );
    if (endpoint.body?.type !== 'multipart')
      return request(endpoint.method, url, { token, json: Object.fromEntries(fields) });
    const isNew = withFiles || !endpoint.path.includes('/update/');
    const content: Fields = Object.fromEntries(fields.map(([name, value]) => [name, formValue(value)]));
    for (const [name, { kind, multiple }] of Object.entries(endpoint.body.files))
      if (isNew && !(more && name in more)) content[name] = multiple ? [files[kind]] : files[kind];
    return request(endpoint.method, url, { token, form: formOf(content) });
  };
  const store: ValidSaves['store'] = async (path, options) => {
    const endpoint = endpoints.find((candidate) => candidate.path === path && candidate.method !== 'GET');
    if (!endpoint) throw new Error(`There is no endpoint ${path}`);
    const answer = await send(endpoint, options);
    expect(answer.statusCode, `${path}: ${answer.payload}`).toBeLessThan(300);
    return answer.json().data.uuid;
  };

  const by = { token: admin };
  const idOf = async (table: 'recipe_categories' | 'movies', uuid: string) =>
    (await db.selectFrom(table).select('id').where('uuid', '=', uuid).executeTakeFirstOrThrow()).id;
  known.branch = await store('/admin/branches/store', by);
  known.category = await idOf('recipe_categories', await store('/admin/revenue-categories/store', by));
  known.movie = await idOf('movies', await store('/admin/movies/store', by));
  await store('/admin/about-hypermarkets/store', by);
  return {
    planned: endpoints.filter(({ planned }) => planned),
    withFiles: endpoints.filter(({ body }) => body?.type === 'multipart'),
    branch: known.branch,
    send,
    store,
  };
}
