import { useRef } from 'react';
import { acceptOf } from '../../../shared/files/fileTypes.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { texts } from '../../../shared/text/texts.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useHydrated } from '../../../ui/useHydrated.ts';
import { OTHER_VACANCY, PHONE_DIGITS } from '../application.types.ts';
import { ApplicationField, fieldId } from './ApplicationField.tsx';
import { ApplicationNotice } from './ApplicationNotice.tsx';
import { ApplicationProblem } from './ApplicationProblem.tsx';
import type { FieldName } from './applicationProblems.browser.ts';
import { type ApplicationOptions, useApplicationForm } from './useApplicationForm.browser.ts';

export interface ApplicationFormProps extends ApplicationOptions {
  /** Path of the page, to which the form posts without JavaScript. */
  page: string;
  /** Vacancy that is preselected; empty for none. */
  chosen: string;
  retentionMonths: number | undefined;
}

/**
 * Renders the public form. It works without JavaScript: the browser validates required fields and posts to the page,
 * which returns the form with messages. The fields are uncontrolled, so that text typed before hydration is kept.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const { page, vacancies, chosen, rules, retentionMonths, megabytes, returned } = props;
  const values: Record<string, string> = returned?.values ?? { vacancy: chosen };
  const form = useRef<HTMLFormElement>(null);
  const { problem, file, share, submit, change } = useApplicationForm(form, props);
  const hydrated = useHydrated();
  const sending = share !== null;

  const errorOf = (name: FieldName) => problem?.fields[name];
  /** Returns the props that connect an input to its label, hint and message. */
  const fieldProps = (name: FieldName, hint?: string) => ({
    id: fieldId(name),
    name,
    'aria-invalid': errorOf(name) ? true : undefined,
    'aria-describedby':
      [errorOf(name) && `${fieldId(name)}-erro`, hint].filter(Boolean).join(' ') || undefined,
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
      {problem && <ApplicationProblem problem={problem} />}
      <fieldset disabled={sending} className="apply-fields">
        <section aria-labelledby="candidatura-voce">
          <h2 className="d3" id="candidatura-voce">
            Quem é você
          </h2>
          <ApplicationField name="name" error={errorOf('name')}>
            <input
              {...fieldProps('name')}
              className="input"
              defaultValue={values.name}
              maxLength={rules.name.maxLength}
              autoComplete="name"
              required
            />
          </ApplicationField>
          <div className="apply-pair">
            <ApplicationField name="email" error={errorOf('email')}>
              <input
                {...fieldProps('email')}
                className="input"
                type="email"
                defaultValue={values.email}
                maxLength={rules.email.maxLength}
                pattern=".+@.+\..+"
                title={hydrated ? undefined : rules.email.wrong}
                autoComplete="email"
                required
              />
            </ApplicationField>
            <ApplicationField name="phone" error={errorOf('phone')}>
              <input
                {...fieldProps('phone')}
                className="input"
                type="tel"
                defaultValue={values.phone}
                maxLength={30}
                pattern={`(\\D*\\d){${PHONE_DIGITS.min},${PHONE_DIGITS.max}}\\D*`}
                title={hydrated ? undefined : rules.phone.wrong}
                placeholder="(99) 99999-9999"
                autoComplete="tel-national"
                required
              />
            </ApplicationField>
          </div>
        </section>

        <section aria-labelledby="candidatura-vaga">
          <h2 className="d3" id="candidatura-vaga">
            A vaga
          </h2>
          {vacancies.length > 0 && (
            <ApplicationField name="vacancy" error={errorOf('vacancy')}>
              <select {...fieldProps('vacancy')} className="input" defaultValue={values.vacancy} required>
                <option value="">Escolha uma vaga</option>
                {vacancies.map((name) => (
                  <option key={name}>{name}</option>
                ))}
                <option value={OTHER_VACANCY}>Outra</option>
              </select>
            </ApplicationField>
          )}
          <ApplicationField name="other_vacancy" error={errorOf('other_vacancy')}>
            <input
              {...fieldProps('other_vacancy')}
              className="input"
              defaultValue={values.other_vacancy}
              maxLength={rules.vacancy.maxLength}
              required={vacancies.length === 0}
              autoComplete="organization-title"
            />
          </ApplicationField>
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
          <ApplicationField name="doc" error={errorOf('doc')}>
            <div className="apply-file" data-ready={hydrated ? '' : undefined}>
              <input
                {...fieldProps('doc', 'candidatura-doc-dica')}
                type="file"
                accept={acceptOf('pdf')}
                required
              />
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
          </ApplicationField>
        </section>

        <p className="apply-trap" aria-hidden="true">
          <label>
            Não preencha este campo
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </p>
      </fieldset>

      <ApplicationNotice months={retentionMonths} />
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
