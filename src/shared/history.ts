import { z } from 'zod';
import { data, endpoint, json, messageResponse, savedResponse, uuidParams } from './endpoint.ts';
import { expectedVersion, recordNumber } from './fields.ts';
import { imageFile } from './files/image.ts';
import type { Area } from './permissions.ts';
import { planEvent } from './planEvents.ts';
import { addressName, type Resource } from './resource.ts';

// Versions of records, pending changes and trash. Each resource with a history has these endpoints.

/** Value of a version's field, for display. */
const value = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing') }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** A value that staff do not type: a file's name, a day. */
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
  /** Instant of a pending change; for other versions, the instant since when shoppers saw it. */
  from: z.string().nullable(),
  until: z.string().nullable(),
  /** True for a scheduled unpublish: shoppers see the record until then. */
  goes: z.boolean(),
  /** Names of the fields that differ from the previous version. */
  changed: z.array(z.string()),
  /** Instant for which the version was scheduled, if it came about by a schedule. */
  planned: z.string().nullable().optional(),
});
export type RecordVersion = z.output<typeof version>;

const history = z.object({
  title: z.string().nullable(),
  /** Number of saves, for the optimistic lock of changes made on this screen. */
  version: z.number(),
  standing: z.enum(['draft', 'ended']).nullable(),
  deleted_at: z.string().nullable(),
  versions: z.array(version),
  /** Plans that became no version or that were changed since, newest first. */
  plans: z
    .array(planEvent.extend({ id: z.number(), made_at: z.string(), by: z.string().nullable() }))
    .optional(),
});
export type PlanEntry = NonNullable<z.output<typeof history>['plans']>[number];
export type RecordHistory = z.output<typeof history>;

const comparison = z.object({
  version,
  /** The version to compare with; null if there is no earlier one. */
  other: version.nullable(),
  fields: z.array(z.object({ label: z.string(), before: value, after: value, differs: z.boolean() })),
});
export type VersionComparison = z.output<typeof comparison>;

export const BULK_ACTIONS = ['publish', 'withdraw', 'delete', 'restore'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
export const MAX_BULK_RECORDS = 200;
/** Messages after a bulk action, by the number of records. */
export const BULK_MESSAGES: Record<BulkAction, (count: number) => string> = {
  publish: (count) => (count === 1 ? '1 registro no site.' : `${count} registros no site.`),
  withdraw: (count) => (count === 1 ? '1 registro fora do site.' : `${count} registros fora do site.`),
  delete: (count) => (count === 1 ? '1 registro na lixeira.' : `${count} registros na lixeira.`),
  restore: (count) => (count === 1 ? '1 registro de volta.' : `${count} registros de volta.`),
};

const versionParams = uuidParams.extend({ version: recordNumber });
const check = z
  .boolean('Diga se é para perguntar antes.')
  .optional()
  .describe(
    'Com `true`, o que é improvável (um preço por quilo de cem vezes o comum) é perguntado antes: a resposta é 409 com `question`, e nada muda. Sem ele, a mudança é feita, e `warning` diz o que se estranhou.',
  );
const asksFirst = { warningField: 'check', failures: ['conflict'] } as const;
const versionBody = json(z.object({ version: expectedVersion, check }));
const checked = json(z.object({ check }));

/** Response of calls that may publish a record. */
const published = z.object({
  data: savedResponse.shape.data.extend({
    /** Unlikely values of the published record. */
    warning: z.string().optional(),
  }),
});

/** The facts of a resource that its history endpoints need. */
export type ResourceWithHistory = Pick<Resource, 'table' | 'area' | 'one' | 'many' | 'office'>;

/** Returns the history endpoints of one resource. */
export function historyEndpoints({ table, area, one, many, office }: ResourceWithHistory) {
  const name = addressName(office);
  const read = { needs: `${area as Area}.read`, table } as const;
  const write = { needs: `${area as Area}.write`, table } as const;
  const publish = { needs: `${area as Area}.publish`, table } as const;
  const remove = { needs: `${area as Area}.delete`, table } as const;
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
      ...publish,
      method: 'POST',
      path: `/admin/history/${name}/:uuid/:version/revert`,
      summary: `Volta a uma versão anterior d${one}`,
      params: versionParams,
      ...asksFirst,
      body: versionBody,
      answers: { 200: published },
    }),
    publishChange: endpoint({
      ...publish,
      method: 'POST',
      path: `/admin/history/${name}/:uuid/:version/publish`,
      summary: `Publica já uma mudança d${one} que espera`,
      params: versionParams,
      ...asksFirst,
      body: versionBody,
      answers: { 200: published },
    }),
    dropChange: endpoint({
      ...write,
      method: 'DELETE',
      path: `/admin/history/${name}/:uuid/:version`,
      summary: `Descarta uma mudança d${one} que espera`,
      params: versionParams,
      answers: { 200: messageResponse },
    }),
    publish: endpoint({
      ...publish,
      method: 'POST',
      path: `/admin/publication/${name}/:uuid/publish`,
      summary: `Põe ${one} no site`,
      params: uuidParams,
      ...asksFirst,
      body: versionBody,
      answers: { 200: published },
    }),
    withdraw: endpoint({
      ...publish,
      method: 'POST',
      path: `/admin/publication/${name}/:uuid/withdraw`,
      summary: `Tira ${one} do site`,
      params: uuidParams,
      body: versionBody,
      answers: { 200: savedResponse },
    }),
    duplicate: endpoint({
      ...write,
      method: 'POST',
      path: `/admin/history/${name}/:uuid/duplicate`,
      summary: `Copia ${one} para um rascunho`,
      params: uuidParams,
      answers: { 201: savedResponse },
      failures: ['conflict'],
    }),
    restore: endpoint({
      ...remove,
      method: 'POST',
      path: `/admin/bin/${name}/:uuid/restore`,
      summary: `Traz ${one} de volta da lixeira`,
      params: uuidParams,
      ...asksFirst,
      body: checked,
      answers: { 200: published },
    }),
    bulk: endpoint({
      ...read,
      needsFor: ({ action }) =>
        `${area as Area}.${action === 'delete' || action === 'restore' ? 'delete' : 'publish'}`,
      method: 'POST',
      path: `/admin/bulk/${name}`,
      summary: `Publica, tira do site, exclui ou traz de volta ${many}`,
      ...asksFirst,
      body: json(
        z.object({
          check,
          action: z.enum(BULK_ACTIONS, 'Escolha o que fazer com os registros.'),
          uuids: z
            .array(z.uuid('Escolha os registros da lista.'), 'Escolha os registros da lista.')
            .min(1, 'Escolha pelo menos um registro.')
            .max(MAX_BULK_RECORDS, `Escolha até ${MAX_BULK_RECORDS} registros por vez.`),
        }),
      ),
      answers: {
        200: z.object({
          data: z.object({
            message: z.string(),
            /** Last part of `message`: other effects of the change. */
            note: z.string().optional(),
            /** Unlikely values of the published records. */
            warning: z.string().optional(),
            /** Records that were changed. */
            uuids: z.array(z.string()),
            /** Records that were refused, with the reason. */
            refused: z.array(
              z.object({ uuid: z.string(), title: z.string().nullable(), message: z.string() }),
            ),
          }),
        }),
      },
    }),
  };
}

export type HistoryEndpoints = ReturnType<typeof historyEndpoints>;
