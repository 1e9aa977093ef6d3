import { z } from 'zod';
import { data, done, endpoint, json, uuidParams, written } from '../../contract/endpoint.ts';
import { seenVersion } from '../../contract/fields.ts';
import { imageFile } from '../../contract/image.ts';
import { list, listQuery } from '../../contract/list.ts';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../resources.ts';

// What becomes of records apart from what they say: their versions, changes that wait, the bin. Each resource with a
// history has the same calls, in its own area.

/** What stands in a field of a version, for people. */
const value = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing') }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** One that a person does not write: a file's name, a day. */
  z.object({ kind: z.literal('fact'), text: z.string() }),
  z.object({ kind: z.literal('instant'), at: z.string() }),
  z.object({ kind: z.literal('picture'), picture: imageFile }),
  z.object({ kind: z.literal('pictures'), pictures: z.array(imageFile) }),
]);
export type VersionValue = z.output<typeof value>;

export const VERSION_STATES = ['published', 'withheld', 'former', 'deleted', 'draft', 'scheduled'] as const;

const version = z.object({
  id: z.number(),
  state: z.enum(VERSION_STATES),
  at: z.string(),
  by: z.string().nullable(),
  /** Of what waits, its minute; of the rest, since when shoppers saw it. */
  from: z.string().nullable(),
  until: z.string().nullable(),
  /** It is a departure: shoppers see the record until then. */
  goes: z.boolean(),
  /** What it says otherwise than the version before it, by the names of fields. */
  changed: z.array(z.string()),
});
export type Version = z.output<typeof version>;

const history = z.object({
  title: z.string().nullable(),
  /** The count of its saves, for whoever changes it from here. */
  version: z.number(),
  standing: z.enum(['draft', 'ended']).nullable(),
  deleted_at: z.string().nullable(),
  versions: z.array(version),
});
export type History = z.output<typeof history>;

const comparison = z.object({
  version,
  /** With what it is compared; null where there was nothing before. */
  other: version.nullable(),
  fields: z.array(z.object({ label: z.string(), before: value, after: value, differs: z.boolean() })),
});
export type Comparison = z.output<typeof comparison>;

export const BULK_ACTIONS = ['publish', 'withdraw', 'delete', 'restore'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
export const MOST_IN_BULK = 200;

const versionParams = uuidParams.extend({ version: z.coerce.number().int().positive() });
const seen = json(z.object({ version: seenVersion }));

/** As addresses have it: «booklets-of-the-day». */
export const historyName = ({ office }: Pick<Resource, 'office'>) => office.address.replaceAll('/', '-');

function endpointsOf({ table, area, one, many, office }: (typeof historied)[number]) {
  const name = historyName({ office });
  const read = { needs: `${area}.read`, table } as const;
  const write = { needs: `${area}.write`, table } as const;
  return {
    versions: endpoint({
      ...read,
      method: 'GET',
      path: `/admin/history/${name}/:uuid`,
      summary: `O que foi d${one}, versão por versão`,
      params: uuidParams,
      answers: { 200: data(history) },
    }),
    compare: endpoint({
      ...read,
      method: 'GET',
      path: `/admin/history/${name}/:uuid/:version`,
      summary: `Uma versão d${one}, ao lado da anterior ou da atual`,
      params: versionParams,
      query: z.object({ with: z.enum(['before', 'now']).catch('before').optional() }),
      answers: { 200: data(comparison) },
    }),
    record: endpoint({
      ...read,
      method: 'GET',
      path: `/admin/history/${name}/:uuid/:version/record`,
      summary: `Como ${one} fica com uma mudança que espera`,
      params: versionParams,
      answers: { 200: z.object({ data: z.looseObject({ uuid: z.string() }) }) },
    }),
    revert: endpoint({
      ...write,
      method: 'POST',
      path: `/admin/history/${name}/:uuid/:version/revert`,
      summary: `Volta a uma versão anterior d${one}`,
      params: versionParams,
      body: seen,
      answers: { 200: written },
    }),
    publishChange: endpoint({
      ...write,
      method: 'POST',
      path: `/admin/history/${name}/:uuid/:version/publish`,
      summary: `Publica já uma mudança d${one} que espera`,
      params: versionParams,
      body: seen,
      answers: { 200: written },
    }),
    dropChange: endpoint({
      ...write,
      method: 'DELETE',
      path: `/admin/history/${name}/:uuid/:version`,
      summary: `Descarta uma mudança d${one} que espera`,
      params: versionParams,
      answers: { 200: done },
    }),
    publish: endpoint({
      ...write,
      method: 'POST',
      path: `/admin/publication/${name}/:uuid/publish`,
      summary: `Põe ${one} no site`,
      params: uuidParams,
      body: seen,
      answers: { 200: written },
    }),
    withdraw: endpoint({
      ...write,
      method: 'POST',
      path: `/admin/publication/${name}/:uuid/withdraw`,
      summary: `Tira ${one} do site`,
      params: uuidParams,
      body: seen,
      answers: { 200: written },
    }),
    restore: endpoint({
      ...write,
      method: 'POST',
      path: `/admin/bin/${name}/:uuid/restore`,
      summary: `Traz ${one} de volta da lixeira`,
      params: uuidParams,
      answers: { 200: written },
      failures: ['conflict'],
    }),
    bulk: endpoint({
      ...write,
      method: 'POST',
      path: `/admin/bulk/${name}`,
      summary: `Publica, tira do site, exclui ou traz de volta ${many}`,
      failures: ['conflict'],
      body: json(
        z.object({
          action: z.enum(BULK_ACTIONS, 'Escolha o que fazer com os registros.'),
          uuids: z
            .array(z.uuid('Escolha os registros da lista.'), 'Escolha os registros da lista.')
            .min(1, 'Escolha pelo menos um registro.')
            .max(MOST_IN_BULK, `Escolha até ${MOST_IN_BULK} registros por vez.`),
        }),
      ),
      answers: {
        200: z.object({
          data: z.object({
            message: z.string(),
            /** Of those that were done. */
            uuids: z.array(z.string()),
            /** Why not, of the others. */
            refused: z.array(
              z.object({ uuid: z.string(), title: z.string().nullable(), message: z.string() }),
            ),
          }),
        }),
      },
    }),
  };
}

const PERSONAL = 'job_applications';
/** Applications are erased for good, and have none. */
export const historied = resources.filter(
  (known): known is Exclude<typeof known, { table: typeof PERSONAL }> => known.table !== PERSONAL,
);

export type HistoryEndpoints = ReturnType<typeof endpointsOf>;
export const historyEndpoints: ReadonlyMap<string, HistoryEndpoints> = new Map(
  historied.map((known) => [known.table, endpointsOf(known)]),
);

const inBin = z.object({
  table: z.string(),
  uuid: z.string(),
  title: z.string().nullable(),
  picture: imageFile.nullable(),
  deleted_at: z.string(),
  /** When it goes for good. */
  until: z.string(),
  by: z.string().nullable(),
});
export type InBin = z.output<typeof inBin>;

/** What a caller may not see is not in it. */
export const listBin = endpoint({
  method: 'GET',
  path: '/admin/bin',
  summary: 'O que foi excluído e ainda pode voltar',
  needs: 'history.read',
  query: listQuery(['deleted_at']).extend({ table: z.string().max(60).optional().catch(undefined) }),
  answers: { 200: list(inBin) },
});

declare module '../../contract/needs.ts' {
  interface Areas {
    history: true;
  }
}

export const AUDIT_PER_PAGE = 50;

export const auditQuery = z.object({
  person: z.coerce.number().int().positive().optional().catch(undefined),
  table: z.string().max(60).optional().catch(undefined),
  uuid: z.uuid().optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  until: z.iso.date().optional().catch(undefined),
  /** Older than this entry. */
  before: z.coerce.number().int().positive().optional().catch(undefined),
});
export type AuditQuery = z.output<typeof auditQuery>;

const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  by: z.string().nullable(),
  action: z.string(),
  /** In words: «Lúcia alterou a receita». */
  text: z.string(),
  table: z.string(),
  uuid: z.string().nullable(),
  title: z.string().nullable(),
  /** Whether it has a history that can be opened. */
  opens: z.boolean(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/admin/audit',
  summary: 'Quem fez o quê, e quando',
  needs: 'history.read',
  query: auditQuery,
  answers: {
    200: z.object({
      data: z.array(auditEntry),
      meta: z.object({
        /** For `before`, where there is more. */
        next: z.number().nullable(),
        people: z.array(z.object({ id: z.number(), name: z.string() })),
      }),
    }),
  },
});
