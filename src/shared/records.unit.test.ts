import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  type BodyInput,
  endpoint,
  type FilesOf,
  failuresOf,
  json,
  multipart,
  type ParamsOf,
  type ResponseBody,
} from './endpoint.ts';
import { expectedVersion } from './fields.ts';
import type { PublicationState } from './publicationPlan.ts';
import { orderedEndpoints, readEndpoints, recordEndpoints, singleEndpoints } from './records.ts';

const record = z.object({ uuid: z.string(), name: z.string() });
type Read = z.output<typeof record> & {
  publication?: PublicationState | undefined;
  last_change?: { at: string; by: string | null } | undefined;
};
const input = z.object({ name: z.string(), version: expectedVersion });

const facts = {
  path: 'banners',
  area: 'banners',
  many: 'os banners',
  one: 'um banner',
  record,
  sortable: ['id', 'name'],
} as const;

const plain = recordEndpoints({ ...facts, body: json(input) });
const pictured = orderedEndpoints({
  ...facts,
  body: multipart(input, {
    image: { kind: 'image', required: true, multiple: false },
    photos: { kind: 'image', required: false, multiple: true, most: 3 },
  }),
  orderMissing: 'Informe a ordem dos banners.',
});
const single = singleEndpoints({
  path: 'information',
  area: 'company',
  one: 'os dados da empresa',
  record,
  body: json(input),
});

const describeCalls = (
  calls: Record<string, { method: string; path: string; needs: string; summary: string }>,
) =>
  Object.entries(calls).map(([name, { method, path, needs, summary }]) =>
    [name, method, path, needs, summary].join(' · '),
  );

describe('endpoints of a record', () => {
  test('derives method, path, permission and summary of each endpoint', () => {
    expect(describeCalls(plain)).toEqual([
      'list · GET · /admin/banners · banners.read · Lista os banners',
      'show · GET · /admin/banners/details/:uuid · banners.read · Mostra um banner',
      'store · POST · /admin/banners/store · banners.write · Cria um banner',
      'update · PUT · /admin/banners/update/:uuid · banners.write · Altera um banner',
      'destroy · DELETE · /admin/banners/destroy/:uuid · banners.delete · Exclui um banner',
    ]);
  });

  test('updates records with files by POST and makes the files optional', () => {
    expect(pictured.update.method).toBe('POST');
    expect(pictured.store.body.files.image.required).toBe(true);
    expect(pictured.update.body).toEqual({
      type: 'multipart',
      schema: input,
      files: {
        image: { kind: 'image', required: false, multiple: false },
        photos: { kind: 'image', required: false, multiple: true, most: 3 },
      },
    });
  });

  test('adds an order endpoint for ordered records', () => {
    expect(describeCalls({ order: pictured.order })).toEqual([
      'order · PUT · /admin/banners/order · banners.publish · Muda a ordem dos banners',
    ]);
    const wrong = pictured.order.body.schema.safeParse({ uuids: [] });
    expect(wrong.error?.issues[0]?.message).toBe('Informe a ordem dos banners.');
    expect(failuresOf(pictured.order)).toContain('not_found');
  });

  test('returns only list, show and destroy for records that staff do not write', () => {
    expect(Object.keys(readEndpoints(facts))).toEqual(['list', 'show', 'destroy']);
  });

  test('lets a resource override a single endpoint', () => {
    const destroy = endpoint({ ...plain.destroy, failures: ['conflict'] });
    expect(destroy.path).toBe(plain.destroy.path);
    expect(failuresOf(destroy)).toContain('conflict');
    expect(failuresOf(plain.destroy)).not.toContain('conflict');
  });

  test('encodes only the fields that the contract describes', () => {
    const row = { uuid: 'a', name: 'b', search: 'not in the contract' };
    const { search: _, ...described } = row;
    expect(plain.list.answers[200].parse({ data: [row] })).toEqual({ data: [described] });
    expect(plain.show.answers[200].parse({ data: row })).toEqual({ data: described });
    expect(plain.list.query.parse({ sort: '-name' }).sort).toBe('-name');
    expect(plain.list.query.parse({ sort: 'secret' }).sort).toBeUndefined();
  });
});

test('derives the endpoints of a single record', () => {
  expect(describeCalls(single)).toEqual([
    'read · GET · /admin/information · company.read · Mostra os dados da empresa',
    'save · POST · /admin/information/store · company.write · Salva os dados da empresa',
  ]);
  expect(single.read.answers).toHaveProperty('204', null);
  expect(Object.keys(single.save.answers)).toEqual(['200', '201']);
});

test('infers types as precise as those of an endpoint that is written out', () => {
  expectTypeOf(pictured.show.path).toEqualTypeOf<'/admin/banners/details/:uuid'>();
  expectTypeOf(pictured.store.needs).toEqualTypeOf<'banners.write'>();
  expectTypeOf(plain.update.method).toEqualTypeOf<'PUT'>();
  expectTypeOf(pictured.update.method).toEqualTypeOf<'POST'>();
  expectTypeOf<ResponseBody<typeof plain.show>>().branded.toEqualTypeOf<{ data: Read }>();
  expectTypeOf<ResponseBody<typeof single.read>>().branded.toEqualTypeOf<{ data: Read } | null>();
  expectTypeOf<ResponseBody<typeof plain.list>['data']>().branded.toEqualTypeOf<Read[]>();
  expectTypeOf<ParamsOf<typeof plain.show>>().toEqualTypeOf<{ uuid: string }>();
  expectTypeOf<ParamsOf<typeof plain.store>>().toEqualTypeOf<undefined>();
  expectTypeOf<BodyInput<typeof plain.update>>().toEqualTypeOf<z.input<typeof input>>();
  expectTypeOf<FilesOf<typeof pictured.store>['image']['required']>().toEqualTypeOf<true>();
  expectTypeOf<FilesOf<typeof pictured.update>['image']['required']>().toEqualTypeOf<false>();
  expectTypeOf<FilesOf<typeof pictured.update>['photos']['most']>().toEqualTypeOf<3>();
  expectTypeOf<FilesOf<typeof plain.store>>().toEqualTypeOf<Record<never, never>>();
  expectTypeOf(plain).not.toHaveProperty('order');
  // @ts-expect-error: no such area
  recordEndpoints({ ...facts, area: 'banner', body: json(input) });
});
