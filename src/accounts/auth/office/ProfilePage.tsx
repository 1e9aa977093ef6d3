import { KeyRound } from 'lucide';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import type { z } from 'zod';
import { alert } from '../../../records/office/alerts.tsx';
import { BackLink } from '../../../records/office/BackLink.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { useFormDraft } from '../../../records/office/draft/usePersonalDraft.tsx';
import { Section } from '../../../records/office/form/EditPage.tsx';
import { Form } from '../../../records/office/form/Form.tsx';
import { PasswordField, TextField } from '../../../records/office/form/fields.tsx';
import { UnsavedChanges } from '../../../records/office/form/UnsavedChanges.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { failureFrom, load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { CONFIRMED_STATE, setUser, useSession, withReauth } from '../../../records/office/session.ts';
import { DASHBOARD } from '../../../shared/addresses.ts';
import type { ResponseBody } from '../../../shared/endpoint.ts';
import { CodeField } from '../../twoFactor/office/CodeField.tsx';
import { PasskeyButton } from '../../twoFactor/office/PasskeyButton.tsx';
import { requestAssertion } from '../../twoFactor/office/passkey.browser.ts';
import { SecondFactorSection } from '../../twoFactor/office/SecondFactor.tsx';
import type { Assertion } from '../../twoFactor/passkey.schemas.ts';
import { confirmChallenge, getSecondFactor } from '../../twoFactor/twoFactor.contract.ts';
import { hasAnyFactor, type TwoFactorState } from '../../twoFactor/twoFactor.words.ts';
import {
  changePassword,
  emailKey,
  getProfile,
  PASSWORD_MIN,
  passwordInputOf,
  type profile,
  profileInputOf,
  updateProfile,
} from '../auth.contract.ts';
import { listSessions } from '../session.contract.ts';
import { PhotoSection } from './PhotoSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { isSessionInvalid } from './signIn.browser.ts';
import { showFieldErrors, useAuthForm } from './useAuthForm.browser.ts';

export const meta = screenMeta('Perfil');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return {
    ...load(getProfile, request),
    secondFactor: load(getSecondFactor, request).answer,
    sessions: load(listSessions, request).answer,
  };
}

export { RecordSkeleton as HydrateFallback };

export default function ProfilePage() {
  const { answer, secondFactor, sessions } = useLoaderData<typeof clientLoader>();
  const { user } = useSession();
  return (
    <>
      <BackLink to={DASHBOARD} label="Voltar" />
      <header className="page-head">
        <div>
          <h1>Perfil</h1>
          <p>
            Seu nome aparece no topo de cada tela. Com o <span className="nowrap">e-mail</span> você entra.
          </p>
        </div>
      </header>
      <LoadedContent answer={answer} skeleton={<RecordSkeleton />}>
        {({ data }) =>
          data.must_change_password ? (
            <PasswordChangeRequired person={data} />
          ) : (
            <>
              <Forms person={data} secondFactor={secondFactor} />
              {!user?.must_change_password && !user?.lacks_second_factor && (
                <SessionsSection person={data} answer={sessions} />
              )}
            </>
          )
        }
      </LoadedContent>
    </>
  );
}

type Person = z.output<typeof profile>;

interface FormProps {
  person: Person;
  /** Reports whether the form has unsaved input. */
  onDirty: (dirty: boolean) => void;
}

function Forms({
  person,
  secondFactor,
}: {
  person: Person;
  secondFactor: Promise<ResponseBody<typeof getSecondFactor>>;
}) {
  const [personDirty, setPersonDirty] = useState(false);
  const [passwordDirty, setPasswordDirty] = useState(false);
  const left = useRef(false);
  return (
    <div className="profile">
      <PersonForm person={person} onDirty={setPersonDirty} />
      <PasswordForm person={person} onDirty={setPasswordDirty} />
      <PhotoSection person={person} />
      <SecondFactorSection email={person.email} answer={secondFactor} />
      <UnsavedChanges edit={{ dirty: personDirty || passwordDirty, left }} />
    </div>
  );
}

/** Profile of a user with a generated password: nothing else is available before the password is changed. */
function PasswordChangeRequired({ person }: { person: Person }) {
  const [dirty, setDirty] = useState(false);
  const left = useRef(false);
  return (
    <div className="profile-held">
      <p className="profile-notice">
        <Icon of={KeyRound} />
        <span>
          A sua senha apareceu numa tela e vale por 24 horas.{' '}
          <b>Troque-a agora por uma que só você conheça</b>: o resto da retaguarda abre em seguida.
        </span>
      </p>
      <PasswordForm person={person} onDirty={setDirty} left={left} />
      <UnsavedChanges edit={{ dirty, left }} />
    </div>
  );
}

interface PersonValues {
  name: string;
  email: string;
  current_password: string;
  otp: string;
  passkey?: Assertion | undefined;
}

const factorsOf = ({ has_app, has_passkeys }: Person): TwoFactorState => ({
  app: has_app,
  passkeys: has_passkeys,
});

const valuesOf = ({ name, email }: Pick<Person, 'name' | 'email'>): PersonValues => ({
  name,
  email,
  current_password: '',
  otp: '',
  passkey: undefined,
});

function PersonForm({ person, onDirty }: FormProps) {
  const factors = factorsOf(person);
  const { revalidate } = useRevalidator();
  const auth = useAuthForm<PersonValues>({
    schema: profileInputOf(person.email, factors),
    values: valuesOf(person),
    async send(typed, form) {
      try {
        const { data } = await withReauth(() =>
          callEndpoint(updateProfile, { body: { ...typed, version: person.version } }),
        );
        setUser(data.user);
        form.reset(valuesOf(data.user));
        alert.success(data.message);
        // The next save must send the version that this save created.
        await revalidate();
        draft.sent();
      } catch (error) {
        const failure = failureFrom(error);
        alert.failure(failure);
        showFieldErrors(form, failure.fields);
      }
    },
  });
  const { asking, byPasskey } = usePasskey(async (passkey) => {
    auth.form.setValue('passkey', passkey);
    await auth.submit();
    // A passkey response is valid for one attempt.
    auth.form.setValue('passkey', undefined);
  });
  const { control, formState } = auth.form;
  const { name, email } = formState.dirtyFields;
  const draft = useFormDraft(auth.form, {
    name: 'PUT /profile',
    values: valuesOf(person),
    version: person.version,
  });
  useDirty(Boolean(name || email) && !draft.isSafe(), onDirty);
  const moves = emailKey(useWatch({ control, name: 'email' })) !== emailKey(person.email);
  return (
    <Section title="Seus dados">
      <Form schema={auth.schema} saving={auth.sending} waits onSubmit={auth.submit}>
        {draft.notice}
        {/* Tells a password manager which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={person.email} readOnly hidden />
        <TextField control={control} name="name" label="Nome" autoComplete="name" />
        <TextField
          control={control}
          name="email"
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
        />
        {moves && (
          <PasswordField
            control={control}
            name="current_password"
            label="Senha atual"
            hint="Um e-mail novo pede a sua senha. As suas outras sessões terminam, e o endereço antigo recebe um aviso."
            autoComplete="current-password"
            required
          />
        )}
        {moves && hasAnyFactor(factors) && <CodeField control={control} name="otp" factors={factors} />}
        <div className="auth-actions">
          {moves && person.has_passkeys && (
            <PasskeyButton busy={asking} onClick={byPasskey}>
              Salvar com chave de acesso
            </PasskeyButton>
          )}
          <SubmitButton auth={auth}>Salvar perfil</SubmitButton>
        </div>
      </Form>
    </Section>
  );
}

/** Returns a handler that asks for a passkey and passes its response to `send`. */
function usePasskey(send: (passkey: Assertion) => Promise<void>) {
  const [asking, setAsking] = useState(false);
  const byPasskey = async () => {
    setAsking(true);
    try {
      const { data } = await withReauth(() => callEndpoint(confirmChallenge));
      await send(await requestAssertion(data));
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setAsking(false);
    }
  };
  return { asking, byPasskey };
}

interface PasswordValues {
  current_password: string;
  password: string;
  password_confirmation: string;
  otp: string;
  passkey?: Assertion | undefined;
}

const NO_PASSWORDS: PasswordValues = {
  current_password: '',
  password: '',
  password_confirmation: '',
  otp: '',
  passkey: undefined,
};

function PasswordForm({ person, onDirty, left }: FormProps & { left?: RefObject<boolean> }) {
  const navigate = useNavigate();
  const factors = factorsOf(person);
  const auth = useAuthForm<PasswordValues>({
    schema: passwordInputOf(factors),
    values: NO_PASSWORDS,
    async send(typed, form) {
      try {
        const { data } = await withReauth(() => callEndpoint(changePassword, { body: typed }));
        form.reset(NO_PASSWORDS);
        alert.success(data.message);
        if (!person.must_change_password) return;
        if (left) left.current = true;
        // Reloads the user: the permissions of the role apply from now on.
        await isSessionInvalid();
        await navigate(DASHBOARD, { replace: true, state: CONFIRMED_STATE });
      } catch (error) {
        const failure = failureFrom(error);
        alert.failure(failure);
        showFieldErrors(form, failure.fields);
      }
    },
  });
  const { asking, byPasskey } = usePasskey(async (passkey) => {
    auth.form.setValue('passkey', passkey);
    await auth.submit();
    // A passkey response is valid for one attempt.
    auth.form.setValue('passkey', undefined);
  });
  const { control, formState } = auth.form;
  // `current_password` is ignored, because a browser may fill it in by itself.
  const { password, password_confirmation } = formState.dirtyFields;
  useDirty(Boolean(password || password_confirmation), onDirty);
  return (
    <Section title="Trocar a senha">
      <Form schema={auth.schema} saving={auth.sending} waits onSubmit={auth.submit}>
        {/* Tells a password manager which account's password changes. */}
        <input type="text" name="username" autoComplete="username" value={person.email} readOnly hidden />
        <PasswordField
          control={control}
          name="current_password"
          label="Senha atual"
          autoComplete="current-password"
        />
        <PasswordField
          control={control}
          name="password"
          label="Nova senha"
          hint={`Pelo menos ${PASSWORD_MIN} caracteres. As suas outras sessões terminam.`}
          autoComplete="new-password"
        />
        <PasswordField
          control={control}
          name="password_confirmation"
          label="Repita a nova senha"
          autoComplete="new-password"
        />
        {hasAnyFactor(factors) && <CodeField control={control} name="otp" factors={factors} />}
        <div className="auth-actions">
          {person.has_passkeys && (
            <PasskeyButton busy={asking} onClick={byPasskey}>
              Trocar com chave de acesso
            </PasskeyButton>
          )}
          <SubmitButton auth={auth}>Trocar senha</SubmitButton>
        </div>
      </Form>
    </Section>
  );
}

function useDirty(dirty: boolean, onDirty: (dirty: boolean) => void): void {
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
}
