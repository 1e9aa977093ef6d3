import { z } from 'zod';
import { endpoint } from '../../contract/endpoint.ts';
import { recordNumber } from '../../contract/fields.ts';
import { type HistoryEndpoints, historyEndpoints } from '../../contract/history.ts';
import { imageFile } from '../../contract/image.ts';
import { list, listQuery } from '../../contract/list.ts';
import { addressName } from '../../contract/resource.ts';
import { resources } from '../resources.ts';

/** Whose records are kept as they were. */
export const historied = resources.filter(
  (known): known is Exclude<typeof known, { personal: true }> => !('personal' in known),
);

const calls: ReadonlyMap<string, HistoryEndpoints> = new Map(
  historied.map((known) => [known.table, historyEndpoints(known)]),
);
export const allHistoryEndpoints = [...calls.values()].flatMap((of) => Object.values(of));
export const historyOf = (table: string): HistoryEndpoints | undefined => calls.get(table);
/** By how addresses name them. */
export const historiedAt = (name: string) => historied.find((known) => addressName(known.office) === name);

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
  needs: 'signed-in',
  machines: true,
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
  person: recordNumber.optional().catch(undefined),
  table: z.string().max(60).optional().catch(undefined),
  uuid: z.uuid().optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  until: z.iso.date().optional().catch(undefined),
  /** Older than this entry. */
  before: recordNumber.optional().catch(undefined),
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
  /** The code of the request for which it was done: `x-request-id` of its answer, `request` or `trace` of log lines. */
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
        /** For `before`, where there is more. */
        next: z.number().nullable(),
        people: z.array(z.object({ id: z.number(), name: z.string() })),
      }),
    }),
  },
});
