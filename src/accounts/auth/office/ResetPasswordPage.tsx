import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { Form } from '../../../records/office/form/Form.tsx';
import { PasswordField } from '../../../records/office/form/fields.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { RESET_PASSWORD } from '../../../shared/addresses.ts';
import { useHydrated } from '../../../ui/useHydrated.ts';
import { PASSWORD_MIN, resetInput, resetPassword } from '../auth.contract.ts';
import { AuthHeading, BackToLogin } from './AuthLayout.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { showFieldErrors, useAuthForm } from './useAuthForm.browser.ts';

/** The URL can contain a code that opens an account, so it must not leak as a referrer. */
export const meta = screenMeta('Nova senha', { name: 'referrer', content: 'no-referrer' });

interface Values {
  code: string;
  password: string;
  password_confirmation: string;
}

export default function ResetPasswordPage() {
  const navigate = useNavigate();
  const code = useCode();
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const isInvited = search.has('invited');
  const auth = useAuthForm<Values>({
    schema: resetInput,
    values: { code },
    async send(typed, form) {
      try {
        const { message } = await callEndpoint(resetPassword, { body: typed });
        alert.success(message);
        await navigate('/auth/login', { replace: true });
      } catch (error) {
        const failure = failureFrom(error);
        alert.failure(failure);
        showFieldErrors(form, failure.fields);
      }
    },
  });
  const { control, setValue } = auth.form;
  // The code can change after the first render, if a link is opened in a window that already shows this page.
  useEffect(() => setValue('code', code), [code, setValue]);
  if (hydrated && code === '') return <WithoutCode />;
  return (
    <>
      {isInvited ? (
        <AuthHeading title="Boas-vindas">
          Escolha a sua senha. Depois de salvar, você entra com ela e com o{' '}
          <span className="nowrap">e-mail</span> do convite.
        </AuthHeading>
      ) : (
        <AuthHeading title="Nova senha">Depois de salvar, você entra de novo com ela.</AuthHeading>
      )}
      <Form schema={auth.schema} saving={auth.sending} onSubmit={auth.submit}>
        <PasswordField
          control={control}
          name="password"
          label="Nova senha"
          hint={`Pelo menos ${PASSWORD_MIN} caracteres. Uma frase curta serve bem.`}
          autoComplete="new-password"
        />
        <PasswordField
          control={control}
          name="password_confirmation"
          label="Repita a nova senha"
          autoComplete="new-password"
        />
        <div className="auth-actions">
          <SubmitButton auth={auth}>Salvar senha</SubmitButton>
          <BackToLogin />
        </div>
      </Form>
    </>
  );
}

/**
 * Returns the code of the link and removes it from the URL at once, whether it was in the hash or the path.
 * The code then stays in the state of the history entry, so that a reload works. The sign-in page replaces
 * that entry.
 */
function useCode(): string {
  const navigate = useNavigate();
  const { code: inPath } = useParams();
  const { hash, search, state } = useLocation();
  const inAddress = hash.slice(1) || inPath;
  useEffect(() => {
    if (!inAddress) return;
    navigate({ pathname: RESET_PASSWORD, search }, { replace: true, state: { code: inAddress } });
  }, [inAddress, search, navigate]);
  return inAddress || ((state as { code?: string } | null)?.code ?? '');
}

function WithoutCode() {
  return (
    <>
      <AuthHeading title="Falta o código">
        Abra de novo o link do <span className="nowrap">e-mail</span>, inteiro. Não o tem mais?{' '}
        <Link className="link" to="/auth/forgot-it">
          Peça um código
        </Link>
        .
      </AuthHeading>
      <p className="auth-aside">
        <BackToLogin />
      </p>
    </>
  );
}
