import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import type { z } from 'zod';
import { alert } from '../../ui/alerts.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { callEndpoint } from '../../ui/callEndpoint.ts';
import { Section } from '../../ui/EditPage.tsx';
import { Form, PasswordField, TextField } from '../../ui/fields.tsx';
import { Loaded, RecordSkeleton } from '../../ui/Loaded.tsx';
import { failureFrom, load } from '../../ui/load.ts';
import { screenMeta } from '../../ui/screenMeta.ts';
import { setUser, withReauth } from '../../ui/session.ts';
import {
  changePassword,
  getProfile,
  PASSWORD_MIN,
  passwordInput,
  type profile,
  profileInput,
  updateProfile,
} from './auth.contract.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { DASHBOARD } from './signIn.browser.ts';
import { showFieldErrors, useAuthForm } from './useAuthForm.browser.ts';

export const meta = screenMeta('Perfil');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(getProfile, request);
}

export { RecordSkeleton as HydrateFallback };

export default function ProfilePage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <BackLink to={DASHBOARD} label="Voltar" />
      <header className="page-head">
        <div>
          <h1>Perfil</h1>
          <p>Seu nome aparece no topo de cada tela. Com o e-mail você entra.</p>
        </div>
      </header>
      <Loaded answer={answer} skeleton={<RecordSkeleton />} back={DASHBOARD}>
        {({ data }) => (
          <div className="profile">
            <PersonForm person={data} />
            <PasswordForm email={data.email} />
          </div>
        )}
      </Loaded>
    </>
  );
}

interface PersonValues {
  name: string;
  email: string;
}

function PersonForm({ person }: { person: z.output<typeof profile> }) {
  const { revalidate } = useRevalidator();
  const auth = useAuthForm<PersonValues>({
    schema: profileInput,
    values: { name: person.name, email: person.email },
    async send({ name, email }, form) {
      try {
        const { data } = await withReauth(() =>
          callEndpoint(updateProfile, { body: { name, email, version: person.version } }),
        );
        setUser(data.user);
        form.reset({ name: data.user.name, email: data.user.email });
        alert.success('Perfil atualizado', data.message);
        // The next save needs the version that this one made.
        await revalidate();
      } catch (error) {
        const failure = failureFrom(error);
        alert.error('Erro', failure.message);
        showFieldErrors(form, failure.fields);
      }
    },
  });
  const { control } = auth.form;
  return (
    <Section title="Seus dados">
      <Form schema={auth.schema} saving={auth.sending} onSubmit={auth.submit}>
        <TextField control={control} name="name" label="Nome" autoComplete="name" />
        <TextField
          control={control}
          name="email"
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
        />
        <div className="auth-actions">
          <SubmitButton auth={auth}>Salvar perfil</SubmitButton>
        </div>
      </Form>
    </Section>
  );
}

interface PasswordValues {
  current_password: string;
  password: string;
  password_confirmation: string;
}

const NO_PASSWORDS: PasswordValues = { current_password: '', password: '', password_confirmation: '' };

function PasswordForm({ email }: { email: string }) {
  const auth = useAuthForm<PasswordValues>({
    schema: passwordInput,
    values: NO_PASSWORDS,
    async send(typed, form) {
      try {
        const { data } = await withReauth(() => callEndpoint(changePassword, { body: typed }));
        form.reset(NO_PASSWORDS);
        alert.success('Senha trocada', data.message);
      } catch (error) {
        const failure = failureFrom(error);
        alert.error('Erro', failure.message);
        showFieldErrors(form, failure.fields);
      }
    },
  });
  const { control } = auth.form;
  return (
    <Section title="Trocar a senha">
      <Form schema={auth.schema} saving={auth.sending} onSubmit={auth.submit}>
        {/* Tells a password manager whose password changes. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
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
          hint={`Pelo menos ${PASSWORD_MIN} caracteres. Suas outras sessões terminam.`}
          autoComplete="new-password"
        />
        <PasswordField
          control={control}
          name="password_confirmation"
          label="Repita a nova senha"
          autoComplete="new-password"
        />
        <div className="auth-actions">
          <SubmitButton auth={auth}>Trocar senha</SubmitButton>
        </div>
      </Form>
    </Section>
  );
}
