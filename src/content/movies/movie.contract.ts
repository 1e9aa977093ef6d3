import { z } from 'zod';
import { data, endpoint, json, multipart, savedResponse, uuidParams } from '../../contract/endpoint.ts';
import {
  choice,
  enumValue,
  expectedVersion,
  optionalDate,
  optionalLink,
  optionalText,
  optionalTime,
  requiredName,
} from '../../contract/fields.ts';
import { altFilter, attentionFilter, type Filters } from '../../contract/filters.ts';
import { imageFile, pictureFields } from '../../contract/image.ts';
import { listResponse } from '../../contract/list.ts';
import { recordEndpoints } from '../../contract/records.ts';
import { MOVIE_STATUSES, MOVIE_TYPES } from './movie.types.ts';

export const movieInput = z.object({
  name: requiredName('o título', 160),
  type: choice(MOVIE_TYPES, 'Escolha o tipo.'),
  classification: requiredName('a classificação indicativa', 60),
  description: optionalText(5000),
  release_date: optionalDate(),
  /** Running time as `HH:MM`. */
  duration: optionalTime(),
  trailer_link: optionalLink(),
  ...pictureFields,
  version: expectedVersion,
});

export type MovieInput = z.output<typeof movieInput>;

export const movie = z.object({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  type: enumValue,
  /** Code of a band, or any text that was sent. */
  classification: z.string(),
  description: z.string().nullable(),
  release_date: z.string().nullable(),
  duration: z.string().nullable(),
  trailer_link: z.string().nullable(),
  /** Status on the server's date; a film of type 1 is `soon` until its release. */
  status: z.enum(['showing', 'soon', 'ended']),
  file: imageFile,
  version: z.number(),
  updated_at: z.string(),
});

export type Movie = z.output<typeof movie>;

/** Film as shoppers see it. */
export const publicMovie = movie.pick({
  id: true,
  uuid: true,
  name: true,
  type: true,
  classification: true,
  description: true,
  release_date: true,
  duration: true,
  trailer_link: true,
  status: true,
  file: true,
});
export type PublicMovie = z.output<typeof publicMovie>;

export const movieFilters = {
  attention: attentionFilter,
  status: { label: 'No cinema', values: MOVIE_STATUSES },
  alt: altFilter,
} as const satisfies Filters;

export const {
  list: listMovies,
  show: getMovie,
  store: storeMovie,
  update: updateMovie,
  destroy: destroyMovie,
} = recordEndpoints({
  table: 'movies',
  path: 'movies',
  area: 'movies',
  many: 'os filmes',
  one: 'um filme',
  record: movie,
  sortable: ['id', 'name', 'type'],
  filters: movieFilters,
  body: multipart(movieInput, {
    image: { kind: 'image', required: true, multiple: false, or: 'image_from' },
  }),
});

export const endMovie = endpoint({
  method: 'POST',
  path: '/admin/movies/end/:uuid',
  summary: 'Encerra um filme em cartaz',
  needs: 'movies.publish',
  table: 'movies',
  params: uuidParams,
  body: json(z.object({ version: expectedVersion })),
  answers: { 200: savedResponse },
});

/** Lists films that are showing, then coming ones, then ended ones. */
export const siteMovies = endpoint({
  method: 'GET',
  path: '/site/movies',
  summary: 'Filmes em cartaz, em breve e encerrados',
  answers: { 200: listResponse(publicMovie) },
  cached: true,
});

export const siteMovie = endpoint({
  method: 'GET',
  path: '/site/movies/details/:uuid',
  summary: 'Um filme',
  params: uuidParams,
  answers: { 200: data(publicMovie) },
  cached: true,
});
