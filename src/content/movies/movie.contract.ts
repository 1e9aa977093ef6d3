import { z } from 'zod';
import { defineRecord } from '../../records/define/defineRecord.ts';
import {
  choiceField,
  computedField,
  nameField,
  optionalDayField,
  optionalLinkField,
  optionalTextField,
  optionalTimeField,
} from '../../records/define/fields.ts';
import { altField, pictureField } from '../../records/define/pictureFields.ts';
import { data, endpoint, json, savedResponse, uuidParams } from '../../shared/endpoint.ts';
import { expectedVersion } from '../../shared/fields.ts';
import { altFilter, attentionFilter } from '../../shared/filters.ts';
import { listResponse } from '../../shared/list.ts';
import { movieStatus } from './movie.state.ts';
import { MOVIE_STATUSES, MOVIE_TYPES } from './movie.types.ts';

export const movieRecord = defineRecord({
  table: 'movies',
  path: 'movies',
  area: 'movies',
  many: 'os filmes',
  one: 'um filme',
  screenOrder: ['name', 'file_id', 'alt', 'type', 'status', 'classification', 'release_date', 'duration'],
  fields: {
    name: nameField({
      ...{ label: 'Título', what: 'o título', max: 160 },
      ...{ public: true, sortable: true, searched: true },
    }),
    type: choiceField(MOVIE_TYPES, {
      ...{ label: 'Tipo', missing: 'Escolha o tipo.' },
      ...{ public: true, sortable: true, searched: true },
    }),
    /** Code of a band, or any text that was sent. */
    classification: nameField({
      ...{ label: 'Classificação indicativa', what: 'a classificação indicativa', max: 60 },
      public: true,
    }),
    description: optionalTextField({ label: 'Descrição', max: 5000, public: true }),
    release_date: optionalDayField({ label: 'Data de lançamento', public: true }),
    /** Running time as `HH:MM`. */
    duration: optionalTimeField({ label: 'Duração', public: true }),
    trailer_link: optionalLinkField({ label: 'Link do trailer', public: true }),
    alt: altField({ inOutput: false }),
    /** Status on the server's date; a film of type 1 is `soon` until its release. */
    status: computedField(
      { label: 'No site', public: true },
      z.enum(['showing', 'soon', 'ended']),
      movieStatus,
    ),
    file_id: pictureField({ public: true }),
  },
  filters: {
    attention: attentionFilter,
    status: { label: 'No cinema', values: MOVIE_STATUSES },
    alt: altFilter,
  },
});

export type Movie = z.output<typeof movieRecord.output>;
export type PublicMovie = z.output<typeof movieRecord.publicOutput>;

export const {
  list: listMovies,
  show: getMovie,
  store: storeMovie,
  update: updateMovie,
  destroy: destroyMovie,
} = movieRecord.endpoints;

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
  answers: { 200: listResponse(movieRecord.publicOutput) },
  cached: true,
});

export const siteMovie = endpoint({
  method: 'GET',
  path: '/site/movies/details/:uuid',
  summary: 'Um filme',
  params: uuidParams,
  answers: { 200: data(movieRecord.publicOutput) },
  cached: true,
});
