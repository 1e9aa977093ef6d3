import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { RejectedForm } from '../../../shared/rejectedForm.ts';
import { masks } from '../../../shared/text/masks.ts';
import { texts } from '../../../shared/text/texts.ts';
import { maskInput } from '../../../ui/maskInput.ts';
import { type ApplicationRules, OTHER_VACANCY, resolveVacancy } from '../application.types.ts';
import {
  type FieldProblems,
  fieldNames,
  fileProblem,
  problemSummary,
  problemsFromServer,
  validateForm,
} from './applicationProblems.browser.ts';
import { sendApplication } from './sendApplication.browser.ts';

export interface FormAlert {
  tone: 'warning' | 'error';
  title: string;
  text: string;
}

export interface FormProblem {
  message: string;
  fields: FieldProblems;
}

export interface ApplicationOptions {
  /** Full URL of the endpoint, used with JavaScript. */
  url: string;
  /** Names of the open vacancies. */
  vacancies: readonly string[];
  rules: ApplicationRules;
  megabytes: number | undefined;
  /** Values and errors of a rejected submission without JavaScript. */
  returned: RejectedForm | null;
  onSent: (message: string) => void;
  onRefused: (refusal: FormAlert) => void;
}

/**
 * Handles the form `form`: validates it before sending and on changes, sends the fields with the file, and focuses the
 * first rejected field.
 */
export function useApplicationForm(form: RefObject<HTMLFormElement | null>, options: ApplicationOptions) {
  const { url, vacancies, rules, megabytes, returned, onSent, onRefused } = options;
  const typesVacancy = (choice: FormDataEntryValue | null | undefined) =>
    vacancies.length === 0 || choice === OTHER_VACANCY;

  const [problem, setProblem] = useState<FormProblem | null>(() => {
    if (!returned) return null;
    const fields = problemsFromServer(returned.errors, typesVacancy(returned.values.vacancy));
    return { message: problemSummary(fields, rules, returned.message), fields };
  });
  const [attempts, setAttempts] = useState(0);
  const [share, setShare] = useState<number | null>(null);
  const [file, setFile] = useState<File | null>(null);

  // The file may have been chosen before the script loaded.
  useEffect(() => setFile(fileIn(form.current)), [form]);

  const unmounting = useRef(new AbortController());
  useEffect(() => {
    unmounting.current = new AbortController();
    return () => unmounting.current.abort();
  }, []);

  useEffect(() => {
    if (attempts === 0) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid]') ?? find('.apply-problem'))?.focus();
  }, [attempts, form]);

  const refuse = (fields: FieldProblems, message: string) => {
    const text = problemSummary(fields, rules, message);
    setProblem({ message: text, fields });
    setAttempts((count) => count + 1);
    const incomplete = text === texts.fillAll;
    onRefused({ tone: incomplete ? 'warning' : 'error', title: incomplete ? 'Atenção' : 'Erro', text });
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (share !== null) return;
    const fields = validateForm(event.currentTarget, rules, megabytes);
    const [first] = Object.values(fields);
    if (first) return refuse(fields, first);

    const body = new FormData(event.currentTarget);
    const choice = body.get('vacancy');
    body.set('vacancy', resolveVacancy(String(choice ?? ''), String(body.get('other_vacancy'))));
    setProblem(null);
    setShare(0);
    const { signal } = unmounting.current;
    const answer = await sendApplication(url, body, { onProgress: setShare, signal });
    setShare(null);
    if (answer.sent) onSent(answer.message);
    else refuse(problemsFromServer(answer.errors, typesVacancy(choice)), answer.message);
  };

  const change = (event: ChangeEvent<HTMLFormElement>) => {
    const input = event.nativeEvent.target as HTMLInputElement;
    if (input.name === 'phone') maskInput(masks.phone, input);
    if (input.name === 'doc') choose(fileIn(form.current));
    else if (problem && form.current) updateProblem(input.name, validateForm(form.current, rules, megabytes));
  };

  const choose = (next: File | null) => {
    setFile(next);
    const message = next && fileProblem(next, rules, megabytes);
    if (!message) return updateProblem('doc', {});
    setProblem({ message, fields: { ...problem?.fields, doc: message } });
    onRefused({ tone: 'error', title: 'Erro', text: message });
  };

  /** Clears or updates the message of a changed field. */
  const updateProblem = (changed: string, now: FieldProblems) => {
    if (!problem) return;
    const fields = { ...problem.fields };
    for (const name of fieldNames) {
      if (name !== changed && !(changed === 'vacancy' && name === 'other_vacancy')) continue;
      if (fields[name] && now[name]) fields[name] = now[name];
      else delete fields[name];
    }
    const solved = Object.keys(problem.fields).length > 0 && Object.keys(fields).length === 0;
    setProblem(solved ? null : { ...problem, fields });
  };

  return { problem, file, share, submit, change };
}

function fileIn(form: HTMLFormElement | null): File | null {
  return (form?.elements.namedItem('doc') as HTMLInputElement | null)?.files?.[0] ?? null;
}
