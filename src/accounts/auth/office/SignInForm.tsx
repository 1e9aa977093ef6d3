import { type ReactNode, useEffect, useRef, useState } from 'react';
import { alert } from '../../../records/office/alerts.tsx';
import { Form } from '../../../records/office/form/Form.tsx';
import { PasswordField, TextField } from '../../../records/office/form/fields.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { type Failure, failureText } from '../../../shared/failure.ts';
import { texts } from '../../../shared/text/texts.ts';
import { PasskeyButton } from '../../twoFactor/office/PasskeyButton.tsx';
import { requestAssertion } from '../../twoFactor/office/passkey.browser.ts';
import { signInByPasskey } from '../../twoFactor/office/passkeySignIn.browser.ts';
import type { PasskeyRequestOptions } from '../../twoFactor/passkey.schemas.ts';
import { signInFields, signInWithCode, type User } from '../auth.contract.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { type Credentials, signInWith } from './signIn.browser.ts';
import { type AuthForm, showFieldErrors, useAuthForm } from './useAuthForm.browser.ts';

interface Props {
  email?: string | undefined;
  onSignedIn: (user: User) => void;
  /** Content beside the submit button; receives the current value of the e-mail field. */
  beside: (email: string) => ReactNode;
}

/** Second step that the server requires after a correct password. */
interface SecondStep {
  words: string;
  app: boolean;
  hasPasskey: boolean;
}

/** Sign-in form: e-mail and password, then the second factor if the account has one; or a passkey alone. */
export function SignInForm({ email, onSignedIn, beside }: Props) {
  const [step, setStep] = useState<SecondStep | null>(null);
  const [asking, setAsking] = useState(false);
  /** Passkey challenge of the last response. A challenge can be used once. */
  const challenge = useRef<PasskeyRequestOptions | null>(null);

  const finishSignIn = (user: User) => {
    alert.success(texts.loginDone);
    onSignedIn(user);
  };
  const showSecondStep = ({ message, extra = {} }: Failure) => {
    challenge.current = (extra.passkey as PasskeyRequestOptions | undefined) ?? challenge.current;
    if (step) return auth.form.setError('otp', { type: 'server', message });
    setStep({ words: message, app: extra.app === true, hasPasskey: Boolean(extra.passkey) });
  };
  const showFailure = (failure: Failure, fallback: 'password' | 'root') => {
    const { form } = auth;
    const isUnauthenticated = failure.code === 'unauthenticated';
    if (isUnauthenticated && fallback === 'password') alert.error(texts.loginFailed);
    else alert.failure(failure, texts.loginFailed);
    const isPassword = isUnauthenticated && fallback === 'password';
    form.setError(isPassword ? 'password' : 'root', {
      type: 'server',
      message: isPassword ? 'Confira o e-mail e a senha.' : failureText(failure),
    });
    if (isPassword) setStep(null);
    showFieldErrors(form, failure.fields);
  };
  const auth = useAuthForm<Credentials>({
    schema: step ? signInWithCode : signInFields,
    ...(email && { values: { email } }),
    async send(typed) {
      try {
        finishSignIn(await signInWith(typed));
      } catch (error) {
        const failure = failureFrom(error);
        if (failure.extra?.two_factor) showSecondStep(failure);
        else showFailure(failure, 'password');
      }
    },
  });

  /** Signs in with a passkey instead of e-mail and password or, in the second step, instead of the code. */
  const byPasskey = async () => {
    setAsking(true);
    alert.retry();
    auth.form.clearErrors();
    try {
      finishSignIn(step ? await signInWithPasskey() : await signInByPasskey());
    } catch (error) {
      showFailure(failureFrom(error), 'root');
    }
    setAsking(false);
  };
  const signInWithPasskey = async () => {
    const { email: typed, password } = auth.form.getValues();
    const challengeOptions = challenge.current ?? (await requestChallenge({ email: typed, password }));
    challenge.current = null;
    return signInWith({ email: typed, password, passkey: await requestAssertion(challengeOptions) });
  };

  const { control, formState, watch } = auth.form;
  const failed = formState.errors.root?.message;
  return (
    <Form schema={auth.schema} saving={auth.sending || asking} onSubmit={auth.submit}>
      <div hidden={step !== null}>
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
        <PasswordField control={control} name="password" label="Senha" autoComplete="current-password" />
      </div>
      {step && <CodeStep auth={auth} step={step} />}
      {failed && (
        <p className="field-error auth-failure" role="alert">
          {failed}
        </p>
      )}
      <div className="auth-actions">
        <SubmitButton auth={auth}>Entrar</SubmitButton>
        {step ? (
          <button type="button" className="link" onClick={() => setStep(null)}>
            Voltar
          </button>
        ) : (
          beside(watch('email') ?? '')
        )}
      </div>
      {(!step || step.hasPasskey) && (
        <div className="auth-other">
          <PasskeyButton busy={asking} onClick={byPasskey}>
            Entrar com chave de acesso
          </PasskeyButton>
        </div>
      )}
    </Form>
  );
}

/** Requests a new passkey challenge, because the last one was used or has expired. */
async function requestChallenge(typed: Credentials): Promise<PasskeyRequestOptions> {
  try {
    await signInWith(typed);
  } catch (error) {
    const { passkey } = failureFrom(error).extra ?? {};
    if (passkey) return passkey as PasskeyRequestOptions;
    throw error;
  }
  throw new Error('The account has no second factor any more.');
}

function CodeStep({ auth, step }: { auth: AuthForm<Credentials>; step: SecondStep }) {
  const [recovery, setRecovery] = useState(!step.app);
  const { control, setFocus, setValue, clearErrors } = auth.form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: switching the kind of code renders another field
  useEffect(() => {
    if (!auth.sending) setFocus('otp');
  }, [recovery, auth.sending, setFocus]);
  const switchCodeKind = () => {
    setRecovery(!recovery);
    setValue('otp', '');
    clearErrors('otp');
  };
  return (
    <>
      <p className="auth-step" role="status">
        {step.words}
      </p>
      <TextField
        key={String(recovery)}
        control={control}
        name="otp"
        label={recovery ? 'Código de recuperação' : 'Código do aplicativo'}
        hint={
          recovery ? (
            <>
              Um dos códigos que você guardou, como{' '}
              <span className="nowrap">7K3MQ-0V9XD-2RT8A-QX41N-C5ZHE</span>. Cada um vale uma vez.
            </>
          ) : (
            'Os 6 números que aparecem agora no seu aplicativo autenticador.'
          )
        }
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {step.app && (
        <p className="auth-way">
          <button type="button" className="link" onClick={switchCodeKind}>
            {recovery ? 'Usar o código do aplicativo' : 'Usar um código de recuperação'}
          </button>
        </p>
      )}
    </>
  );
}
