import type { FieldErrors } from '../../../shared/failure.ts';
import { mayBeOfKind } from '../../../shared/files/fileTypes.ts';
import { fileTooLarge, texts } from '../../../shared/text/texts.ts';
import { type ApplicationRules, OTHER_VACANCY } from '../application.types.ts';

/** Labels of the fields of the public form. */
export const FIELD_LABELS = {
  name: 'Nome completo',
  email: 'E-mail',
  phone: 'Telefone com DDD',
  vacancy: 'Vaga',
  other_vacancy: 'Em que você quer trabalhar',
  doc: 'Currículo em PDF',
} as const;

export type FieldName = keyof typeof FIELD_LABELS;

/** Error messages by field. */
export type FieldProblems = Partial<Record<FieldName, string>>;

export const fieldNames = Object.keys(FIELD_LABELS) as FieldName[];

/** Checks the form before it is sent. Returns the error messages by field. */
export function validateForm(
  form: HTMLFormElement,
  rules: ApplicationRules,
  megabytes: number | undefined,
): FieldProblems {
  const problems: FieldProblems = {};
  for (const name of ['name', 'email', 'phone'] as const) {
    const { value, validity } = form.elements.namedItem(name) as HTMLInputElement;
    if (value.trim() === '') problems[name] = rules[name].missing;
    else if (!validity.valid) problems[name] = rules[name].wrong;
  }
  const typed = form.elements.namedItem('other_vacancy') as HTMLInputElement;
  const select = form.elements.namedItem('vacancy') as HTMLSelectElement | null;
  if (select?.value === '') problems.vacancy = rules.vacancy.missing;
  else if ((!select || select.value === OTHER_VACANCY) && typed.value.trim() === '')
    problems.other_vacancy = rules.vacancy.missing;
  const file = (form.elements.namedItem('doc') as HTMLInputElement).files?.[0];
  const wrong = file ? fileProblem(file, rules, megabytes) : rules.doc.missing;
  if (wrong) problems.doc = wrong;
  return problems;
}

export function fileProblem(
  file: Pick<File, 'type' | 'name' | 'size'>,
  rules: ApplicationRules,
  megabytes: number | undefined,
): string | undefined {
  if (!mayBeOfKind('pdf', file)) return rules.doc.wrong;
  return megabytes && file.size > megabytes * 1024 * 1024 ? fileTooLarge(megabytes) : undefined;
}

/** Returns the server's messages by field of the form; those of a typed vacancy belong to `other_vacancy`. */
export function problemsFromServer(errors: FieldErrors, typedVacancy: boolean): FieldProblems {
  const problems: FieldProblems = {};
  for (const [name, [message]] of Object.entries(errors)) {
    const field = name === 'vacancy' && typedVacancy ? 'other_vacancy' : name;
    if (message && Object.hasOwn(FIELD_LABELS, field)) problems[field as FieldName] = message;
  }
  return problems;
}

/** Returns the summary above the form: the one for missing fields if any is missing, else `otherwise`. */
export function problemSummary(problems: FieldProblems, rules: ApplicationRules, otherwise: string): string {
  const missing = Object.values(rules).map((rule) => rule.missing);
  return Object.values(problems).some((message) => missing.includes(message)) ? texts.fillAll : otherwise;
}
