import { z } from 'zod';
import { endpoint, multipart, written } from '../../contract/endpoint.ts';
import {
  maxLengthOf,
  requiredDigits,
  requiredEmail,
  requiredText,
  wholeNumber,
} from '../../contract/fields.ts';
import type { Filters } from '../../contract/filters.ts';
import { readEndpoints } from '../../contract/records.ts';
import { chooseFile, texts } from '../../contract/texts.ts';
import { type ApplicationRules, type FieldRule, PHONE_DIGITS } from './application.types.ts';

export const applicationFields = z.object({
  name: requiredText('o seu nome', 120),
  email: requiredEmail('o seu e-mail'),
  phone: requiredDigits('o seu telefone', PHONE_DIGITS.most).refine(
    (digits) => digits === '' || digits.length >= PHONE_DIGITS.fewest,
    'Informe o telefone com o DDD.',
  ),
  vacancy: requiredText('a vaga', 120),
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
    doc: { missing: chooseFile.pdf, wrong: texts.wrongFileType, maxLength: undefined },
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
  created_at: z.string(),
});

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

export const applicationFilters = { vacancy: { label: 'Vaga' } } as const satisfies Filters;

const calls = readEndpoints({
  path: 'work-with-us',
  area: 'applications',
  many: 'as candidaturas',
  one: 'uma candidatura',
  record: application,
  sortable: ['id', 'name', 'vacancy', 'created_at'],
  filters: applicationFilters,
});
export const listApplications = endpoint({ ...calls.list, secret: 'doc' });
export const getApplication = endpoint({ ...calls.show, secret: 'doc' });
/** For good: the record and the résumé's bytes. */
export const destroyApplication = endpoint({
  ...calls.destroy,
  summary: 'Apaga uma candidatura e o currículo',
});
