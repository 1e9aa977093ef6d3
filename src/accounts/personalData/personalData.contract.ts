import { z } from 'zod';
import { stageNames } from '../../content/applications/application.stages.ts';
import { data, endpoint, json } from '../../shared/endpoint.ts';
import { requiredEmail, requiredText } from '../../shared/fields.ts';

declare module '../../shared/permissions.ts' {
  interface Areas {
    personalData: true;
  }
}

/** Every endpoint with an e-mail address is a POST, so that no address gets into a URL or a log. */
const person = z.object({ email: requiredEmail('o e-mail da pessoa') });

const application = z.object({
  uuid: z.string(),
  name: z.string(),
  vacancy: z.string(),
  stage: z.enum(stageNames),
  created_at: z.string(),
  notes: z.number(),
  messages: z.number(),
  openings: z.number(),
  /** Mails that are still queued. */
  mails: z.number(),
  doc: z.object({ url_s3: z.string() }),
});
export type PersonApplication = z.output<typeof application>;

const account = z.object({
  uuid: z.string(),
  name: z.string(),
  state: z.enum(['active', 'invited', 'disabled', 'removed']),
  role_name: z.string(),
  created_at: z.string(),
  /** Audit entries under their name. */
  deeds: z.number(),
  /** Reason why the caller may not erase the account; null if they may. */
  refused: z.string().nullable(),
});
export type PersonAccount = z.output<typeof account>;

const text = z.object({
  table: z.string(),
  uuid: z.string(),
  title: z.string().nullable(),
  /** Whether the published text has the address. Staff edit this one. */
  current: z.boolean(),
  /** Whether the record is in the trash. */
  deleted: z.boolean(),
  /** Whether a pending change has the address. */
  waiting: z.boolean(),
  /** Number of former versions with the address. */
  former: z.number(),
});
export type PersonText = z.output<typeof text>;

export const MAX_TEXTS = 50;

const found = z.object({
  applications: z.array(application),
  /** Null if the caller may not see staff. */
  accounts: z.array(account).nullable(),
  texts: z.object({
    records: z.array(text),
    /** Number of other records: over the limit, or in areas that the caller may not see. */
    others: z.number(),
    /** Number of audit entries with the address. */
    entries: z.number(),
  }),
  mails: z.object({ waiting: z.number(), files: z.number() }),
});
export type FoundPersonalData = z.output<typeof found>;

/** Number of items in an area that the caller may not see. */
const elsewhere = z.object({ area: z.string(), count: z.number() });
export type DataOutsideScope = z.output<typeof elsewhere>;

/** Keys of the personal-data sources in `holders`. */
export type PersonalDataSourceKey = keyof FoundPersonalData;

export const findPersonalData = endpoint({
  method: 'POST',
  path: '/admin/personal-data/find',
  summary: 'Mostra o que há guardado de uma pessoa, pelo e-mail',
  needs: 'personalData.write',
  body: json(person),
  answers: { 200: data(found.extend({ elsewhere: z.array(elsewhere), backups: z.string() })) },
  failures: ['too_many'],
  secret: 'doc',
});

export const exportPersonalData = endpoint({
  method: 'POST',
  path: '/admin/personal-data/export',
  summary: 'Reúne os dados de uma pessoa, com nomes em português, para entregar a ela',
  needs: 'personalData.write',
  body: json(person),
  answers: { 200: data(z.record(z.string(), z.unknown())) },
  failures: ['not_found', 'too_many'],
});

export const erasePersonalData = endpoint({
  method: 'POST',
  path: '/admin/personal-data/erase',
  summary: 'Apaga de vez tudo o que há guardado de uma pessoa',
  needs: 'personalData.delete',
  body: json(person.extend({ confirmation: requiredText('o e-mail de novo', 254) })),
  confirms: 'always',
  erases: true,
  answers: {
    200: data(
      z.object({
        message: z.string(),
        /** Portuguese sentences that say which data stayed, and why. */
        kept: z.array(z.string()),
        backups: z.string(),
      }),
    ),
  },
  failures: ['not_found', 'conflict', 'too_many'],
});

const entry = z.object({
  key: z.string(),
  whose: z.string(),
  what: z.string(),
  why: z.string(),
  basis: z.string(),
  howLong: z.string(),
  /** Names of the roles that see the data; null if no role shows it. */
  seenBy: z.array(z.string()).nullable(),
  seen: z.string(),
  where: z.string(),
  erased: z.string(),
});
export type InventoryItem = z.output<typeof entry>;

const look = z.object({ id: z.number(), at: z.string(), text: z.string() });

/** Number of recent look-ups on the screen. */
export const MAX_LOOKUPS = 50;

export const readPersonalData = endpoint({
  method: 'GET',
  path: '/admin/personal-data',
  summary: 'O que guardamos de pessoas, por quê, por quanto tempo, e quem viu',
  needs: 'personalData.read',
  answers: { 200: data(z.object({ kept: z.array(entry), looks: z.array(look) })) },
});
export type PersonalDataResponse = z.output<(typeof readPersonalData.answers)[200]>['data'];
