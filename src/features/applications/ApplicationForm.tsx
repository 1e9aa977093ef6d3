import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ReturnedForm } from '../../contract/returned.ts';
import { texts } from '../../contract/texts.ts';
import { formatBytes, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { maskInput, masks } from '../../ui/masks.ts';
import { useHydrated } from '../../ui/useHydrated.ts';
import { type ApplicationRules, OTHER_VACANCY, PHONE_DIGITS, vacancyOf } from './application.types.ts';
import {
  type FieldName,
  fieldNames,
  fileProblem,
  labels,
  type Problems,
  problemsIn,
  problemsOf,
  summaryOf,
} from './applicationProblems.browser.ts';
import { sendApplication } from './sendApplication.browser.ts';

export interface Refusal {
  tone: 'warning' | 'error';
  title: string;
  text: string;
}

export interface ApplicationFormProps {
  /** The page itself: where the form goes as a document, without JavaScript. */
  page: string;
  /** The endpoint's full address: where it goes with JavaScript. */
  url: string;
  /** Names of the open vacancies. */
  vacancies: readonly string[];
  /** The one that is chosen at the start; empty for none. */
  chosen: string;
  rules: ApplicationRules;
  retentionMonths: number | undefined;
  megabytes: number | undefined;
  /** What came back, where the form was posted as a document. */
  returned: ReturnedForm | null;
  autoFocus: boolean;
  onSent: (message: string) => void;
  onRefused: (refusal: Refusal) => void;
}

interface Problem {
  message: string;
  fields: Problems;
}

const idOf = (name: FieldName) => `candidatura-${name}`;

/**
 * The public form. It is whole without JavaScript: the browser checks what is required, posts to the page and
 * gets it back with the messages in place. Its fields keep their own values, so that nothing that was typed
 * before the script came is lost.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const { page, url, vacancies, chosen, rules, retentionMonths, megabytes, returned, autoFocus } = props;
  const values: Record<string, string> = returned?.values ?? { vacancy: chosen };
  const typesVacancy = (choice: FormDataEntryValue | null | undefined) =>
    vacancies.length === 0 || choice === OTHER_VACANCY;

  const hydrated = useHydrated();
  const [problem, setProblem] = useState<Problem | null>(() => {
    if (!returned) return null;
    const fields = problemsIn(returned.errors, typesVacancy(values.vacancy));
    return { message: summaryOf(fields, rules, returned.message), fields };
  });
  const [attempts, setAttempts] = useState(0);
  const [share, setShare] = useState<number | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const sending = share !== null;

  // It may have been chosen before the script came.
  useEffect(() => setFile(fileIn(form.current)), []);

  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  useEffect(() => {
    if (attempts === 0) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid]') ?? find('.apply-problem'))?.focus();
  }, [attempts]);

  const refuse = (fields: Problems, message: string) => {
    const text = summaryOf(fields, rules, message);
    setProblem({ message: text, fields });
    setAttempts((count) => count + 1);
    const incomplete = text === texts.fillAll;
    props.onRefused({ tone: incomplete ? 'warning' : 'error', title: incomplete ? 'Atenção' : 'Erro', text });
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const fields = problemsOf(event.currentTarget, rules, megabytes);
    const [first] = Object.values(fields);
    if (first) return refuse(fields, first);

    const body = new FormData(event.currentTarget);
    const choice = body.get('vacancy');
    body.set('vacancy', vacancyOf(String(choice ?? ''), String(body.get('other_vacancy'))));
    setProblem(null);
    setShare(0);
    const { signal } = leaving.current;
    const answer = await sendApplication(url, body, { onProgress: setShare, signal });
    setShare(null);
    if (answer.sent) props.onSent(answer.message);
    else refuse(problemsIn(answer.errors, typesVacancy(choice)), answer.message);
  };

  const change = (event: ChangeEvent<HTMLFormElement>) => {
    const input = event.nativeEvent.target as HTMLInputElement;
    if (input.name === 'phone') maskInput(masks.phone, input);
    if (input.name === 'doc') choose(fileIn(form.current));
    else if (problem && form.current) forget(input.name, problemsOf(form.current, rules, megabytes));
  };

  const choose = (next: File | null) => {
    setFile(next);
    const message = next && fileProblem(next, rules, megabytes);
    if (!message) return forget('doc', {});
    setProblem({ message, fields: { ...problem?.fields, doc: message } });
    props.onRefused({ tone: 'error', title: 'Erro', text: message });
  };

  /** A message goes as soon as its reason does. */
  const forget = (changed: string, now: Problems) => {
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

  const errorOf = (name: FieldName) => problem?.fields[name];
  /** What ties an input to its label, hint and message. */
  const tied = (name: FieldName, hint?: string) => ({
    id: idOf(name),
    name,
    'aria-invalid': errorOf(name) ? true : undefined,
    'aria-describedby': [errorOf(name) && `${idOf(name)}-erro`, hint].filter(Boolean).join(' ') || undefined,
  });

  return (
    <form
      ref={form}
      className="apply"
      id="candidatura"
      action={`${page}#candidatura`}
      method="post"
      encType="multipart/form-data"
      noValidate={hydrated}
      aria-busy={sending || undefined}
      onSubmit={submit}
      onChange={change}
    >
      {problem && <Summary problem={problem} />}
      <fieldset disabled={sending} className="apply-fields">
        <section aria-labelledby="candidatura-voce">
          <h2 className="d3" id="candidatura-voce">
            Quem é você
          </h2>
          <Field name="name" error={errorOf('name')}>
            <input
              {...tied('name')}
              className="input"
              defaultValue={values.name}
              maxLength={rules.name.maxLength}
              autoComplete="name"
              // biome-ignore lint/a11y/noAutofocus: only where the person asked for another form
              autoFocus={autoFocus}
              required
            />
          </Field>
          <div className="apply-pair">
            <Field name="email" error={errorOf('email')}>
              <input
                {...tied('email')}
                className="input"
                type="email"
                defaultValue={values.email}
                maxLength={rules.email.maxLength}
                pattern=".+@.+\..+"
                title={hydrated ? undefined : rules.email.wrong}
                autoComplete="email"
                required
              />
            </Field>
            <Field name="phone" error={errorOf('phone')}>
              <input
                {...tied('phone')}
                className="input"
                type="tel"
                defaultValue={values.phone}
                maxLength={30}
                pattern={`(\\D*\\d){${PHONE_DIGITS.fewest},${PHONE_DIGITS.most}}\\D*`}
                title={hydrated ? undefined : rules.phone.wrong}
                placeholder="(99) 99999-9999"
                autoComplete="tel-national"
                required
              />
            </Field>
          </div>
        </section>

        <section aria-labelledby="candidatura-vaga">
          <h2 className="d3" id="candidatura-vaga">
            A vaga
          </h2>
          {vacancies.length > 0 && (
            <Field name="vacancy" error={errorOf('vacancy')}>
              <select {...tied('vacancy')} className="input" defaultValue={values.vacancy} required>
                <option value="">Escolha uma vaga</option>
                {vacancies.map((name) => (
                  <option key={name}>{name}</option>
                ))}
                <option value={OTHER_VACANCY}>Outra</option>
              </select>
            </Field>
          )}
          <Field name="other_vacancy" error={errorOf('other_vacancy')}>
            <input
              {...tied('other_vacancy')}
              className="input"
              defaultValue={values.other_vacancy}
              maxLength={rules.vacancy.maxLength}
              required={vacancies.length === 0}
              autoComplete="organization-title"
            />
          </Field>
          <label className="apply-check">
            <input type="checkbox" name="talent_pool" value="1" defaultChecked={values.talent_pool === '1'} />
            <span>
              Quero ficar no banco de talentos
              <small>
                Opcional. Podemos chamar você também para outras vagas que combinem com o seu perfil.
              </small>
            </span>
          </label>
        </section>

        <section aria-labelledby="candidatura-curriculo">
          <h2 className="d3" id="candidatura-curriculo">
            O currículo
          </h2>
          <Field name="doc" error={errorOf('doc')}>
            <div className="apply-file" data-ready={hydrated ? '' : undefined}>
              <input {...tied('doc', 'candidatura-doc-dica')} type="file" accept="application/pdf" required />
              {hydrated && (
                <div className="apply-picked" aria-hidden={!file}>
                  <span className="btn btn-line" aria-hidden="true">
                    {file ? 'Trocar o arquivo' : 'Escolher o PDF'}
                  </span>
                  {file ? (
                    <p>
                      <Icon name="file-text" />
                      <b>{file.name}</b>
                      {formatBytes(file.size)}
                    </p>
                  ) : (
                    <span className="apply-drop">ou solte o arquivo aqui</span>
                  )}
                </div>
              )}
            </div>
            <p className="field-hint" id="candidatura-doc-dica">
              {returned && 'Escolha o arquivo de novo: o navegador não o guarda. '}
              {megabytes
                ? `Um arquivo só, de até ${megabytes.toLocaleString('pt-BR')} MB.`
                : 'Um arquivo só.'}
            </p>
          </Field>
        </section>

        <p className="apply-trap" aria-hidden="true">
          <label>
            Não preencha este campo
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </p>
      </fieldset>

      <Notice months={retentionMonths} />
      {sending && (
        <p className="apply-progress">
          <label htmlFor="candidatura-envio">Enviando o currículo: {Math.round(share * 100)}%</label>
          <progress id="candidatura-envio" value={share} />
        </p>
      )}
      <button type="submit" className="btn btn-red" aria-disabled={sending || undefined}>
        {sending ? texts.loading : 'Enviar candidatura'}
      </button>
    </form>
  );
}

function fileIn(form: HTMLFormElement | null): File | null {
  return (form?.elements.namedItem('doc') as HTMLInputElement | null)?.files?.[0] ?? null;
}

function Field({
  name,
  error,
  children,
}: {
  name: FieldName;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={`field field-${name}`}>
      <label className="field-label" htmlFor={idOf(name)}>
        {labels[name]}
      </label>
      {children}
      {error && (
        <p className="field-error" id={`${idOf(name)}-erro`}>
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  );
}

/** Stays while an alert goes, and is all there is without JavaScript. */
function Summary({ problem: { message, fields } }: { problem: Problem }) {
  const wrong = fieldNames.filter((name) => fields[name]);
  return (
    <div className="apply-problem" tabIndex={-1}>
      <Icon name="triangle-alert" />
      <div>
        <p>
          <strong>Erro</strong>
          {message}
        </p>
        {wrong.length > 0 && (
          <ul>
            {wrong.map((name) => (
              <li key={name}>
                <a href={`#${idOf(name)}`}>{labels[name]}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Purpose and retention, where the person decides (LGPD, art. 9º). */
function Notice({ months }: { months: number | undefined }) {
  return (
    <div className="apply-notice">
      <p>
        <b>O que fazemos com os seus dados.</b> Usamos só para a seleção
        {months
          ? ` e guardamos por ${plural(months, 'mês', 'meses')} a partir do envio. Depois apagamos tudo sozinhos, o currículo também.`
          : ', e depois apagamos tudo, o currículo também.'}{' '}
        Quer que apaguemos antes? É só pedir.{' '}
        <a className="link" href="/privacy" target="_blank" rel="noopener">
          Como cuidamos dos seus dados
          <span className="sr-only"> (abre em outra aba)</span>
        </a>
      </p>
    </div>
  );
}
