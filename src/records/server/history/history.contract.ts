import { z } from 'zod';
import { endpoint, json, messageResponse } from '../../../shared/endpoint.ts';
import { recordNumber } from '../../../shared/fields.ts';
import { imageFile } from '../../../shared/files/image.ts';
import { type HistoryEndpoints, historyEndpoints } from '../../../shared/history.ts';
import { listQuery, listResponse } from '../../../shared/list.ts';
import { addressName } from '../../../shared/resource.ts';
import { allResources } from '../../define/resources.ts';

/** Returns the resources with a version history: all but those with personal data. */
export const resourcesWithHistory = () => allResources().filter(({ personal }) => !personal);

const endpointsByTable = new Map<string, HistoryEndpoints>();

/** Returns the endpoints of a resource's version history; undefined if it has none. */
export function historyEndpointsOf(table: string): HistoryEndpoints | undefined {
  if (endpointsByTable.size === 0)
    for (const known of resourcesWithHistory()) endpointsByTable.set(known.table, historyEndpoints(known));
  return endpointsByTable.get(table);
}

/** Finds a resource with a version history by its name in addresses. */
export const resourceWithHistoryAt = (name: string) =>
  resourcesWithHistory().find(({ office }) => addressName(office) === name);

const inBin = z.object({
  table: z.string(),
  uuid: z.string(),
  title: z.string().nullable(),
  picture: imageFile.nullable(),
  deleted_at: z.string(),
  /** Instant of permanent deletion. */
  until: z.string(),
  by: z.string().nullable(),
});
export type DeletedRecord = z.output<typeof inBin>;

/** Endpoint of the trash. It lists only records that the caller may read. */
export const listTrash = endpoint({
  method: 'GET',
  path: '/admin/bin',
  summary: 'O que foi excluído e ainda pode voltar',
  needs: 'signed-in',
  machines: true,
  query: listQuery(['deleted_at']).extend({ table: z.string().max(60).optional().catch(undefined) }),
  answers: { 200: listResponse(inBin) },
});

const UNKNOWN_RECORD = 'Escolha um registro da lixeira.';

/** Erases one record of the trash at once, for example a person's photo. Served by `accounts/personalData`. */
export const eraseDeleted = endpoint({
  method: 'POST',
  path: '/admin/bin/erase',
  summary: 'Apaga de vez um registro que está na lixeira',
  needs: 'personalData.delete',
  body: json(
    z.object({ table: z.string(UNKNOWN_RECORD).max(60, UNKNOWN_RECORD), uuid: z.uuid(UNKNOWN_RECORD) }),
  ),
  confirms: 'always',
  erases: true,
  answers: { 200: messageResponse },
  failures: ['not_found', 'conflict'],
});

declare module '../../../shared/permissions.ts' {
  interface Areas {
    history: true;
  }
}

export const AUDIT_PER_PAGE = 50;

export const auditQuery = z.object({
  person: recordNumber.optional().catch(undefined),
  table: z.string().max(60).optional().catch(undefined),
  uuid: z.uuid().optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  until: z.iso.date().optional().catch(undefined),
  /** Id of an entry; only older entries are returned. */
  before: recordNumber.optional().catch(undefined),
});
export type AuditQuery = z.output<typeof auditQuery>;

const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  by: z.string().nullable(),
  action: z.string(),
  /** Sentence: «Lúcia alterou a receita». */
  text: z.string(),
  table: z.string(),
  uuid: z.string().nullable(),
  title: z.string().nullable(),
  /** True if the entry links to a version history. */
  opens: z.boolean(),
  /**
   * Id of the request that caused the entry: `x-request-id` of its response, `request` or `trace` in log
   * lines.
   */
  request: z.string().nullable(),
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
        /** Value of `before` for the next page; null on the last one. */
        next: z.number().nullable(),
        people: z.array(z.object({ id: z.number(), name: z.string() })),
      }),
    }),
  },
});
