import { z } from 'zod';
import { data, done, endpoint, json, multipart, uuidParams, written } from '../../contract/endpoint.ts';
import {
  maxLengthOf,
  requiredDigits,
  requiredEmail,
  requiredPublicText,
  requiredText,
  seenVersion,
  wholeNumber,
} from '../../contract/fields.ts';
import { wrongFileType } from '../../contract/fileTypes.ts';
import { list } from '../../contract/list.ts';
import { readEndpoints } from '../../contract/records.ts';
import { chooseFile } from '../../contract/texts.ts';
import { NO_VACANCY, stageNames, templateNames } from './application.stages.ts';
import { type ApplicationRules, type FieldRule, PHONE_DIGITS } from './application.types.ts';

export const applicationFields = z.object({
  name: requiredPublicText('o seu nome', 120),
  email: requiredEmail('o seu e-mail'),
  phone: requiredDigits('o seu telefone', PHONE_DIGITS.most).refine(
    (digits) => digits === '' || digits.length >= PHONE_DIGITS.fewest,
    'Informe o telefone com o DDD.',
  ),
  vacancy: requiredPublicText('a vaga', 120),
  /** 1: may be considered for other vacancies too. */
  talent_pool: wholeNumber('Marque se aceita ficar no banco de talentos.', 0, 1).optional(),
});

/** The schema's own words for the public form, which does without the schema. */
export function applicationRules(): ApplicationRules {
  const ruleOf = (name: Exclude<keyof ApplicationRules, 'doc'>): FieldRule => {
    const schema = applicationFields.shape[name];
    const messageFor = (value: string) => schema.safeParse(value).error?.issues[0]?.message ?? '';
    return { missing: messageFor(''), wrong: messageFor('1'), maxLength: maxLengthOf(schema) };
  };
  return {
    name: ruleOf('name'),
    email: ruleOf('email'),
    phone: ruleOf('phone'),
    vacancy: ruleOf('vacancy'),
    doc: { missing: chooseFile.pdf, wrong: wrongFileType('pdf'), maxLength: undefined },
  };
}

/** `website` is shown to nobody: whoever fills it in is a program. */
export const applicationInput = applicationFields.extend({
  website: z.unknown().optional().meta({ maxLength: 2000 }),
});

export type ApplicationInput = z.output<typeof applicationInput>;

export const application = z.object({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Where no vacancy of that name is there, only the name that the applicant gave. */
  vacancie_id: z.object({ id: z.number().nullable(), uuid: z.string().nullable(), name: z.string() }),
  talent_pool: z.boolean(),
  /** Good for a few minutes, and for the person who asked. */
  doc: z.object({ url_s3: z.string() }),
  stage: z.enum(stageNames),
  created_at: z.string(),
});

const byStaff = { uuid: z.string(), at: z.string(), by: z.string().nullable() };

/** All that staff know of one. */
export const applicationDetails = application.extend({
  version: z.number(),
  /** Since when it is in its stage, and who put it there; null for one that nobody has touched. */
  staged: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
  /** The newest first. `own`: written by who asks. */
  notes: z.array(z.object({ ...byStaff, text: z.string(), own: z.boolean() })),
  messages: z.array(z.object({ ...byStaff, template: z.enum(templateNames) })),
  /** Who opened the résumé, the latest first. */
  openings: z.array(z.object({ at: z.string(), by: z.string().nullable() })),
  /** Whom answers to messages may go to. */
  replies: z.object({ sender: z.string(), company: z.string().nullable() }),
  /** When it is erased by itself. */
  erased_at: z.string(),
});

export type ApplicationDetails = z.output<typeof applicationDetails>;

export type Application = z.output<typeof application>;

export const apply = endpoint({
  method: 'POST',
  path: '/site/work-with-us',
  summary: 'Recebe uma candidatura',
  body: multipart(applicationInput, {
    doc: { kind: 'pdf', required: true, multiple: false, limit: 'resume' },
  }),
  answers: { 201: written },
  failures: ['too_many'],
});

const calls = readEndpoints({
  path: 'work-with-us',
  area: 'applications',
  many: 'as candidaturas',
  one: 'uma candidatura',
  record: application,
  sortable: ['id', 'name', 'vacancy', 'created_at'],
});
const vacancyFilter = z
  .union([z.uuid(), z.literal(NO_VACANCY)])
  .optional()
  .catch(undefined)
  .describe(`O uuid de uma vaga, ou "${NO_VACANCY}" para candidaturas sem vaga cadastrada.`);
export const listApplications = endpoint({
  ...calls.list,
  query: calls.list.query.extend({
    stage: z.enum(stageNames).optional().catch(undefined),
    vacancy: vacancyFilter,
    /** Only those that are erased within a week. */
    ending: z.literal('1').optional().catch(undefined),
  }),
  answers: { 200: list(application) },
  failures: ['too_many'],
  secret: 'doc',
});
export type ApplicationQuery = z.output<typeof listApplications.query>;
export const getApplication = endpoint({
  ...calls.show,
  answers: { 200: data(applicationDetails) },
  secret: 'doc',
});
/** For good: the record and the résumé's bytes. */
export const destroyApplication = endpoint({
  ...calls.destroy,
  summary: 'Apaga uma candidatura e o currículo',
});

const read = { needs: 'applications.read' } as const;
const write = { needs: 'applications.write' } as const;

export const applicationOverview = endpoint({
  ...read,
  method: 'GET',
  path: '/admin/work-with-us/overview',
  summary: 'Conta as candidaturas por etapa e diz quais serão apagadas em uma semana',
  query: z.object({ vacancy: vacancyFilter }),
  answers: {
    200: data(
      z.object({
        stages: z.array(z.object({ stage: z.enum(stageNames), count: z.number() })),
        /** What the list can be asked for: the newest vacancies. */
        vacancies: z.array(z.object({ uuid: z.string(), name: z.string() })),
        /** Days in the chain's zone; null where none is erased within a week. */
        ending: z.object({ count: z.number(), from: z.string(), until: z.string() }).nullable(),
        company_email: z.string().nullable(),
      }),
    ),
  },
});
export type ApplicationOverview = z.output<(typeof applicationOverview.answers)[200]>['data'];

export const MOST_AT_ONCE = 200;
/** Each is a mail. */
export const MOST_LETTERS = 50;
export const NOTE_LENGTH = 4000;

const letterFields = {
  subject: requiredText('o assunto', 150),
  text: requiredText('a mensagem', 4000),
  reply_to: z.literal(['sender', 'company'], 'Escolha quem recebe a resposta.').default('sender'),
};

const CHOOSE = 'Escolha pelo menos uma candidatura.';
export const stageInput = z
  .object({
    uuids: z
      .array(z.uuid(CHOOSE), CHOOSE)
      .min(1, CHOOSE)
      .max(MOST_AT_ONCE, `Escolha até ${MOST_AT_ONCE} candidaturas por vez.`),
    stage: z.literal(stageNames, 'Escolha a etapa.'),
    /** The closing message to each of those that are closed now. */
    message: z.object(letterFields, 'Escreva a mensagem.').optional(),
    /** Of the only one, as who changes it has seen it. */
    version: seenVersion,
  })
  .refine(({ message, stage }) => !message || stage === 'closed', {
    path: ['message'],
    message: 'A mensagem de encerramento só vai com a etapa «Encerrada».',
  })
  .refine(({ message, uuids }) => !message || uuids.length <= MOST_LETTERS, {
    path: ['uuids'],
    message: `Com mensagem, escolha até ${MOST_LETTERS} candidaturas por vez.`,
  });
export type StageInput = z.output<typeof stageInput>;

export const moveApplications = endpoint({
  ...write,
  method: 'PUT',
  path: '/admin/work-with-us/stage',
  summary: 'Muda a etapa de candidaturas, e encerra várias com uma mensagem a cada pessoa',
  body: json(stageInput),
  answers: { 200: done },
  failures: ['not_found', 'conflict', 'too_many'],
});

export const noteInput = z.object({ text: requiredText('a anotação', NOTE_LENGTH) });
export const storeNote = endpoint({
  ...write,
  method: 'POST',
  path: '/admin/work-with-us/notes/store/:uuid',
  summary: 'Anota algo em uma candidatura',
  params: uuidParams,
  body: json(noteInput),
  answers: { 201: written },
});
/** By the note's own uuid. */
export const destroyNote = endpoint({
  ...write,
  method: 'DELETE',
  path: '/admin/work-with-us/notes/destroy/:uuid',
  summary: 'Apaga uma anotação de quem a escreveu',
  params: uuidParams,
  answers: { 200: done },
  failures: ['forbidden'],
});

export const messageInput = z.object({
  template: z.literal(templateNames, 'Escolha o modelo da mensagem.'),
  ...letterFields,
});
export type MessageInput = z.output<typeof messageInput>;
export const sendMessage = endpoint({
  ...write,
  method: 'POST',
  path: '/admin/work-with-us/messages/:uuid',
  summary: 'Manda um e-mail a quem se candidatou',
  params: uuidParams,
  body: json(messageInput),
  answers: { 201: written },
  failures: ['too_many'],
});

/** Further pages of a résumé are in its PDF only. */
export const MOST_PAGES = 10;
export const resumePages = z.object({
  state: z.enum(['pending', 'ready', 'failed']),
  /** Of the whole PDF. */
  page_count: z.number().nullable(),
  /** Each address is good for a few minutes, and for the person who asked. */
  pages: z.array(z.object({ page: z.number(), url: z.string(), width: z.number(), height: z.number() })),
});
export type ResumePages = z.output<typeof resumePages>;
/** Needs more than reading: it may have to be drawn, and that it was opened is written down. */
export const openResumePages = endpoint({
  ...write,
  method: 'POST',
  path: '/admin/work-with-us/pages/:uuid',
  summary: 'Abre o currículo página por página',
  params: uuidParams,
  answers: { 200: data(resumePages) },
});
