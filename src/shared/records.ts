import type { z } from 'zod';
import {
  type Body,
  data,
  endpoint,
  type MultipartBody,
  messageResponse,
  multipart,
  savedResponse,
  uuidParams,
} from './endpoint.ts';
import { type Filters, publicationFilter } from './filters.ts';
import { filteredListResponse, listQuery, orderBody } from './list.ts';
import type { Area } from './permissions.ts';
import { lastChange, publicationState } from './publicationPlan.ts';

// Endpoints that almost every resource has, derived from its facts. A resource with a deviation overrides
// one: `endpoint({ ...calls.destroy, failures: ['conflict'] })`.

interface CallFacts<P extends string, A extends Area> {
  /** Table of the records, if they have a history. */
  table?: string;
  /** Path on the wire, below `/admin/`: `banners`. */
  path: P;
  area: A;
}

interface ReadFacts<P extends string, A extends Area, R extends z.ZodObject> extends CallFacts<P, A> {
  /** Nouns of the summaries: «os banners», «um banner». */
  many: `${'os' | 'as'} ${string}`;
  one: `${'um' | 'uma'} ${string}`;
  /** Schema of a record as staff read it. */
  record: R;
  /** Columns by which the list can be sorted. */
  sortable: readonly [string, ...string[]];
  /** Filters of the list, besides the publication state. */
  filters?: Filters;
}

/** Returns `list`, `show` and `destroy`: all endpoints of records that staff do not write. */
export function readEndpoints<const P extends string, const A extends Area, R extends z.ZodObject>({
  table,
  path,
  area,
  many,
  one,
  record,
  sortable,
  filters,
}: ReadFacts<P, A, R>) {
  return {
    list: endpoint({
      method: 'GET',
      path: `/admin/${path}`,
      summary: `Lista ${many}`,
      needs: `${area}.read`,
      ...(table && { table }),
      query: listQuery(sortable, filters),
      answers: { 200: filteredListResponse(record) },
    }),
    show: endpoint({
      method: 'GET',
      path: `/admin/${path}/details/:uuid`,
      summary: `Mostra ${one}`,
      needs: `${area}.read`,
      ...(table && { table }),
      params: uuidParams,
      answers: { 200: data(record) },
    }),
    destroy: endpoint({
      method: 'DELETE',
      path: `/admin/${path}/destroy/:uuid`,
      summary: `Exclui ${one}`,
      needs: `${area}.delete`,
      ...(table && { table }),
      params: uuidParams,
      answers: { 200: messageResponse },
    }),
  };
}

/** Adds the publication state and the last change to the records of a response, where requested. */
const withPublication = <R extends z.ZodObject>(record: R) =>
  record.extend({
    publication: publicationState.optional(),
    last_change: lastChange.optional(),
  }) as z.ZodObject<
    R['shape'] & {
      publication: z.ZodOptional<typeof publicationState>;
      last_change: z.ZodOptional<typeof lastChange>;
    }
  >;

interface RecordFacts<P extends string, A extends Area, R extends z.ZodObject, B extends Body>
  extends ReadFacts<P, A, R> {
  /** Body of a new record. A change has the same, but its files are optional. */
  body: B;
}

/** Returns `list`, `show`, `store`, `update` and `destroy`. */
export function recordEndpoints<
  const P extends string,
  const A extends Area,
  R extends z.ZodObject,
  B extends Body,
>({ body, ...facts }: RecordFacts<P, A, R, B>) {
  const { table, path, area, one } = facts;
  const { list, show, destroy } = readEndpoints({
    ...facts,
    record: withPublication(facts.record),
    filters: { ...facts.filters, standing: publicationFilter },
  });
  return {
    list,
    show,
    store: endpoint({
      method: 'POST',
      path: `/admin/${path}/store`,
      summary: `Cria ${one}`,
      needs: `${area}.write`,
      ...(table && { table }),
      planned: true,
      body,
      answers: { 201: savedResponse },
    }),
    update: endpoint({
      // A form with files is always a POST.
      method: (body.type === 'multipart' ? 'POST' : 'PUT') as B extends MultipartBody ? 'POST' : 'PUT',
      path: `/admin/${path}/update/:uuid`,
      summary: `Altera ${one}`,
      needs: `${area}.write`,
      ...(table && { table }),
      planned: true,
      params: uuidParams,
      body: bodyOfChange(body),
      answers: { 200: savedResponse },
    }),
    destroy,
  };
}

/** Makes all files optional, because stored ones stay. */
type BodyOfChange<B extends Body> =
  B extends MultipartBody<infer S, infer F>
    ? MultipartBody<S, { [N in keyof F]: Omit<F[N], 'required'> & { required: false } }>
    : B;

function bodyOfChange<B extends Body>(body: B): BodyOfChange<B> {
  if (body.type !== 'multipart') return body as BodyOfChange<B>;
  const optional = Object.entries(body.files).map(([name, field]) => [name, { ...field, required: false }]);
  return multipart(body.schema, Object.fromEntries(optional)) as BodyOfChange<B>;
}

interface OrderedFacts<P extends string, A extends Area, R extends z.ZodObject, B extends Body>
  extends RecordFacts<P, A, R, B> {
  /** Message for an empty order: «Informe a ordem dos banners.» */
  orderMissing: string;
}

/** Returns the endpoints of a record, and `order`. Records that `uuids` omits follow in their old order. */
export function orderedEndpoints<
  const P extends string,
  const A extends Area,
  R extends z.ZodObject,
  B extends Body,
>({ orderMissing, ...facts }: OrderedFacts<P, A, R, B>) {
  const { table, path, area, many } = facts;
  return {
    ...recordEndpoints(facts),
    order: endpoint({
      method: 'PUT',
      path: `/admin/${path}/order`,
      summary: `Muda a ordem d${many}`,
      needs: `${area}.publish`,
      ...(table && { table }),
      body: orderBody(orderMissing),
      answers: { 200: messageResponse },
      failures: ['not_found'],
    }),
  };
}

/** Returns the endpoint that removes a picture from the gallery of a record. */
export const galleryImageEndpoint = <const P extends string, const A extends Area>({
  path,
  area,
  one,
}: Pick<ReadFacts<P, A, z.ZodObject>, 'path' | 'area' | 'one'>) =>
  endpoint({
    method: 'DELETE',
    path: `/admin/${path}/destroy/gallery-img/:uuid`,
    summary: `Exclui uma foto da galeria de ${one}`,
    needs: `${area}.publish`,
    params: uuidParams,
    answers: { 200: messageResponse },
  });

interface SingleFacts<P extends string, A extends Area, R extends z.ZodObject, B extends Body>
  extends CallFacts<P, A> {
  /** Noun of the summaries: «a bilheteria». */
  one: `${'o' | 'a' | 'os' | 'as'} ${string}`;
  record: R;
  body: B;
}

/** Returns `read` and `save` of a single record. `read` returns 204 before the first save creates it. */
export function singleEndpoints<
  const P extends string,
  const A extends Area,
  R extends z.ZodObject,
  B extends Body,
>({ table, path, area, one, record, body }: SingleFacts<P, A, R, B>) {
  return {
    read: endpoint({
      method: 'GET',
      path: `/admin/${path}`,
      summary: `Mostra ${one}`,
      needs: `${area}.read`,
      ...(table && { table }),
      answers: { 200: data(withPublication(record)), 204: null },
    }),
    save: endpoint({
      method: 'POST',
      path: `/admin/${path}/store`,
      summary: `Salva ${one}`,
      needs: `${area}.write`,
      ...(table && { table }),
      planned: true,
      body,
      answers: { 200: savedResponse, 201: savedResponse },
    }),
  };
}
