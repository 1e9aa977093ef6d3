import { z } from 'zod';
import {
  data,
  endpoint,
  json,
  messageResponse,
  multipart,
  savedResponse,
  uuidParams,
} from '../../shared/endpoint.ts';
import {
  expectedVersion,
  maxLengthOf,
  requiredDigits,
  requiredEmail,
  requiredPublicText,
  requiredText,
  wholeNumber,
} from '../../shared/fields.ts';
import { wrongFileType } from '../../shared/files/fileTypes.ts';
import { readEndpoints } from '../../shared/records.ts';
import { chooseFile } from '../../shared/text/texts.ts';
import { NO_VACANCY, stageNames, templateNames } from './application.stages.ts';
import { type ApplicationFieldRule, type ApplicationRules, PHONE_DIGITS } from './application.types.ts';

export const applicationFields = z.object({
  name: requiredPublicText('o seu nome', 120),
  email: requiredEmail('o seu e-mail'),
  phone: requiredDigits('o seu telefone', PHONE_DIGITS.max).refine(
    (digits) => digits === '' || digits.length >= PHONE_DIGITS.min,
    'Informe o telefone com o DDD.',
  ),
  vacancy: requiredPublicText('a vaga', 120),
  /** 1 if the applicant may be considered for other vacancies too. */
  talent_pool: wholeNumber('Marque se aceita ficar no banco de talentos.', 0, 1).optional(),
});

/** Returns the messages and limits of the schema for the public form, whose script does not load the schema. */
export function applicationRules(): ApplicationRules {
  const ruleOf = (name: Exclude<keyof ApplicationRules, 'doc'>): ApplicationFieldRule => {
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

/** Input of the public form. `website` is a honeypot: people do not see it, so only bots fill it in. */
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
  /** Id and uuid are null if the vacancy does not exist (any more); `name` is what the applicant gave. */
  vacancie_id: z.object({ id: z.number().nullable(), uuid: z.string().nullable(), name: z.string() }),
  talent_pool: z.boolean(),
  /** Signed link to the résumé, valid for a few minutes and for the session that requested it. */
  doc: z.object({ url_s3: z.string() }),
  stage: z.enum(stageNames),
  created_at: z.string(),
  version: z.number(),
  /** Number of applications with this e-mail address or phone number, this one included. */
  of_person: z.number(),
});

/** Most other applications of a person that the details list. */
export const MAX_OTHERS = 20;

const byStaff = { uuid: z.string(), at: z.string(), by: z.string().nullable() };

/** Details of an application, with notes, messages and résumé openings. */
export const applicationDetails = application.extend({
  /** Time and author of the last stage change; null if there was none. */
  staged: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
  /** Newest first. `own` marks notes of the caller. */
  notes: z.array(z.object({ ...byStaff, text: z.string(), own: z.boolean() })),
  messages: z.array(z.object({ ...byStaff, template: z.enum(templateNames) })),
  /** Openings of the résumé, latest first. */
  openings: z.array(z.object({ at: z.string(), by: z.string().nullable() })),
  /** Addresses that can receive replies to messages. */
  replies: z.object({ sender: z.string(), company: z.string().nullable() }),
  /** Time of the automatic erasure. */
  erased_at: z.string(),
  /**
   * Other applications with the same e-mail address or phone number, newest first, at most `MAX_OTHERS`.
   * Relatives share a phone, so each has its name.
   */
  others: z.array(
    z.object({
      uuid: z.string(),
      name: z.string(),
      vacancy: z.string(),
      stage: z.enum(stageNames),
      created_at: z.string(),
    }),
  ),
});

export type ApplicationDetails = z.output<typeof applicationDetails>;

export type Application = z.output<typeof application>;

export const applyForVacancy = endpoint({
  method: 'POST',
  path: '/site/work-with-us',
  summary: 'Recebe uma candidatura',
  body: multipart(applicationInput, {
    doc: { kind: 'pdf', required: true, multiple: false, limit: 'resume' },
  }),
  answers: { 201: savedResponse },
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
    /** Restricts the list to applications that are erased within a week. */
    ending: z.literal('1').optional().catch(undefined),
  }),
  failures: ['too_many'],
  secret: 'doc',
});
export type ApplicationQuery = z.output<typeof listApplications.query>;
export const getApplication = endpoint({
  ...calls.show,
  answers: { 200: data(applicationDetails) },
  secret: 'doc',
});
/** Erases the record and the résumé permanently, without trash. */
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
  summary: 'Diz quais candidaturas serão apagadas em uma semana, e o e-mail da empresa para as respostas',
  answers: {
    200: data(
      z.object({
        /** Days in the zone of the site; null if no application is erased within a week. */
        ending: z.object({ count: z.number(), from: z.string(), until: z.string() }).nullable(),
        company_email: z.string().nullable(),
      }),
    ),
  },
});
export type ApplicationOverview = z.output<(typeof applicationOverview.answers)[200]>['data'];

/** Most applications in one stage change. */
export const MAX_STAGE_CHANGES = 200;
/** Most applications in one stage change with a message, because each gets a mail. */
export const MAX_CLOSING_MESSAGES = 50;
export const MAX_NOTE_LENGTH = 4000;

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
      .max(MAX_STAGE_CHANGES, `Escolha até ${MAX_STAGE_CHANGES} candidaturas por vez.`),
    stage: z.literal(stageNames, 'Escolha a etapa.'),
    /** Closing message, mailed to each applicant whose application is not closed yet. */
    message: z.object(letterFields, 'Escreva a mensagem.').optional(),
    /** Expected version; only checked if a single application changes. */
    version: expectedVersion,
  })
  .refine(({ message, stage }) => !message || stage === 'closed', {
    path: ['message'],
    message: 'A mensagem de encerramento só vai com a etapa «Encerrada».',
  })
  .refine(({ message, uuids }) => !message || uuids.length <= MAX_CLOSING_MESSAGES, {
    path: ['uuids'],
    message: `Com mensagem, escolha até ${MAX_CLOSING_MESSAGES} candidaturas por vez.`,
  });
export type StageInput = z.output<typeof stageInput>;

export const moveApplications = endpoint({
  ...write,
  method: 'PUT',
  path: '/admin/work-with-us/stage',
  summary: 'Muda a etapa de candidaturas, e encerra várias com uma mensagem a cada pessoa',
  body: json(stageInput),
  answers: {
    200: data(
      z.object({
        message: z.string(),
        /** Version after the change, if a single application changed. */
        version: z.number().optional(),
      }),
    ),
  },
  failures: ['not_found', 'conflict', 'too_many'],
});

export const noteInput = z.object({ text: requiredText('a anotação', MAX_NOTE_LENGTH) });
export const storeNote = endpoint({
  ...write,
  method: 'POST',
  path: '/admin/work-with-us/notes/store/:uuid',
  summary: 'Anota algo em uma candidatura',
  params: uuidParams,
  body: json(noteInput),
  answers: { 201: savedResponse },
});
/** Deletes a note; `:uuid` is that of the note. */
export const destroyNote = endpoint({
  ...write,
  method: 'DELETE',
  path: '/admin/work-with-us/notes/destroy/:uuid',
  summary: 'Apaga uma anotação de quem a escreveu',
  params: uuidParams,
  answers: { 200: messageResponse },
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
  answers: { 201: savedResponse },
  failures: ['too_many'],
});

/** Most pages of a résumé that are drawn. Further pages are in the PDF only. */
export const MAX_RESUME_PAGES = 10;
export const resumePages = z.object({
  state: z.enum(['pending', 'ready', 'failed']),
  /** Number of pages of the PDF, including those that are not drawn. */
  page_count: z.number().nullable(),
  /** Each link is valid for a few minutes and for the session that requested it. */
  pages: z.array(z.object({ page: z.number(), url: z.string(), width: z.number(), height: z.number() })),
});
export type ResumePages = z.output<typeof resumePages>;
/** Opens the pages of a résumé. Needs the write permission, because it may enqueue a job and is audited. */
export const openResumePages = endpoint({
  ...write,
  method: 'POST',
  path: '/admin/work-with-us/pages/:uuid',
  summary: 'Abre o currículo página por página',
  params: uuidParams,
  answers: { 200: data(resumePages) },
});
