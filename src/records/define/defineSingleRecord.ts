import {
  type FileFields,
  type JsonBody,
  json,
  type MultipartBody,
  multipart,
} from '../../shared/endpoint.ts';
import type { Filters } from '../../shared/filters.ts';
import type { Area } from '../../shared/permissions.ts';
import { singleEndpoints } from '../../shared/records.ts';
import { type InputSchema, type RecordFacts, schemasOf } from './defineRecord.ts';
import type { Fields } from './fields.ts';

/** Facts of a record of which there is one at most. */
interface SingleFacts<
  T extends string,
  P extends string,
  A extends Area,
  F extends Fields,
  B extends FileFields | undefined,
> extends Pick<RecordFacts<T, P, A, F>, 'table' | 'path' | 'area' | 'fields' | 'screenOrder' | 'refine'> {
  /** Noun of the summaries: «a bilheteria». */
  one: `${'o' | 'a' | 'os' | 'as'} ${string}`;
  /** Files of the form. */
  files?: B;
}

type BodyOf<F extends Fields, B extends FileFields | undefined> = B extends FileFields
  ? MultipartBody<InputSchema<F, false>, B>
  : JsonBody<InputSchema<F, false>>;

/** Defines a record of which there is one at most. Shoppers read it without its id. */
export function defineSingleRecord<
  const T extends string,
  const P extends string,
  const A extends Area,
  const F extends Fields,
  const B extends FileFields | undefined = undefined,
>(facts: SingleFacts<T, P, A, F, B>) {
  const { input, output, publicFields } = schemasOf<F, false, Filters>(facts, false);
  const { table, path, area, one, files } = facts;
  const body = (files ? multipart(input, files) : json(input)) as BodyOf<F, B>;
  const endpoints = singleEndpoints({ table, path, area, one, record: output, body });
  return { ...facts, input, output, publicOutput: publicFields, endpoints, single: true as const };
}
