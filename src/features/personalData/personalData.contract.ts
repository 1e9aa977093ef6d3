import { z } from 'zod';
import { data, endpoint, json } from '../../contract/endpoint.ts';
import { requiredEmail, requiredText } from '../../contract/fields.ts';
import { stageNames } from '../applications/application.stages.ts';

declare module '../../contract/needs.ts' {
  interface Areas {
    personalData: true;
  }
}

/** Addresses of people are never in what the web calls an address: whatever takes one is a POST. */
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
  /** Mails that have not left yet. */
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
  /** How much of what they did is kept under their name. */
  deeds: z.number(),
  /** Why the caller may not erase it. */
  refused: z.string().nullable(),
});
export type PersonAccount = z.output<typeof account>;

const text = z.object({
  table: z.string(),
  uuid: z.string(),
  title: z.string().nullable(),
  /** Whether it is so now: staff change that. */
  current: z.boolean(),
  /** It is in the bin, or part of a change that waits. */
  deleted: z.boolean(),
  waiting: z.boolean(),
  /** How many former versions say it. */
  former: z.number(),
});
export type PersonText = z.output<typeof text>;

export const MOST_TEXTS = 50;

const found = z.object({
  applications: z.array(application),
  /** Null where the caller does not see people of the team. */
  accounts: z.array(account).nullable(),
  texts: z.object({
    records: z.array(text),
    /** Records beside these: of areas that the caller does not see, or more than are shown. */
    others: z.number(),
    /** Entries of who did what that say it. */
    entries: z.number(),
  }),
  mails: z.object({ waiting: z.number(), files: z.number() }),
});
export type Found = z.output<typeof found>;

/** Data of the person in an area that is not the caller's. */
const elsewhere = z.object({ area: z.string(), count: z.number() });
export type Elsewhere = z.output<typeof elsewhere>;

/** One for each that keeps something of people, as `holders` has them. */
export type HolderKey = keyof Found;

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
  answers: {
    200: data(
      z.object({
        message: z.string(),
        /** What stayed, and why, each in a sentence. */
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
  /** Names of roles; null where nobody sees it by a role. */
  seenBy: z.array(z.string()).nullable(),
  seen: z.string(),
  where: z.string(),
  erased: z.string(),
});
export type KeptEntry = z.output<typeof entry>;

const look = z.object({ id: z.number(), at: z.string(), text: z.string() });

/** How many of the last looks are shown. */
export const LOOKS_SHOWN = 50;

export const readPersonalData = endpoint({
  method: 'GET',
  path: '/admin/personal-data',
  summary: 'O que guardamos de pessoas, por quê, por quanto tempo, e quem viu',
  needs: 'personalData.read',
  answers: { 200: data(z.object({ kept: z.array(entry), looks: z.array(look) })) },
});
export type PersonalDataAnswer = z.output<(typeof readPersonalData.answers)[200]>['data'];
