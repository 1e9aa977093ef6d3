import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Failure, wordsOf } from '../../contract/failure.ts';
import { texts } from '../../contract/texts.ts';
import { alert } from '../../ui/office/alerts.tsx';
import { Form } from '../../ui/office/form/Form.tsx';
import { PasswordField, TextField } from '../../ui/office/form/fields.tsx';
import { failureFrom } from '../../ui/office/load.ts';
import { PasskeyButton } from '../factors/PasskeyButton.tsx';
import { askPasskey } from '../factors/passkey.browser.ts';
import type { RequestOptions } from '../factors/passkey.schemas.ts';
import { signInByPasskey } from '../factors/passkeySignIn.browser.ts';
import { signInFields, signInWithCode, type User } from './auth.contract.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { type Credentials, signInWith } from './signIn.browser.ts';
import { type AuthForm, showFieldErrors, useAuthForm } from './useAuthForm.browser.ts';

interface Props {
  email?: string | undefined;
  onSignedIn: (user: User) => void;
  /** Beside the button; is told what stands in the e-mail field. */
  beside: (email: string) => ReactNode;
}

/** What the server asks for once the password is right. */
interface SecondStep {
  words: string;
  app: boolean;
  hasPasskey: boolean;
}

/** E-mail and password, and in a second step what the account has beside them; or a passkey alone. */
export function SignInForm({ email, onSignedIn, beside }: Props) {
  const [step, setStep] = useState<SecondStep | null>(null);
  const [asking, setAsking] = useState(false);
  /** What the passkey is asked with: good for one answer. */
  const options = useRef<RequestOptions | null>(null);

  const enter = (user: User) => {
    alert.success(texts.loginDone);
    onSignedIn(user);
  };
  const takeStep = ({ message, extra = {} }: Failure) => {
    options.current = (extra.passkey as RequestOptions | undefined) ?? options.current;
    if (step) return auth.form.setError('otp', { type: 'server', message });
    setStep({ words: message, app: extra.app === true, hasPasskey: Boolean(extra.passkey) });
  };
  const refuse = (failure: Failure, fallback: 'password' | 'root') => {
    const { form } = auth;
    const refused = failure.code === 'unauthenticated';
    if (refused && fallback === 'password') alert.error(texts.loginFailed);
    else alert.failure(failure, texts.loginFailed);
    const isPassword = refused && fallback === 'password';
    form.setError(isPassword ? 'password' : 'root', {
      type: 'server',
      message: isPassword ? 'Confira o e-mail e a senha.' : wordsOf(failure),
    });
    if (isPassword) setStep(null);
    showFieldErrors(form, failure.fields);
  };
  const auth = useAuthForm<Credentials>({
    schema: step ? signInWithCode : signInFields,
    ...(email && { values: { email } }),
    async send(typed) {
      try {
        enter(await signInWith(typed));
      } catch (error) {
        const failure = failureFrom(error);
        if (failure.extra?.two_factor) takeStep(failure);
        else refuse(failure, 'password');
      }
    },
  });

  /** A passkey in place of all, or, once the password is right, in place of the code. */
  const byPasskey = async () => {
    setAsking(true);
    auth.form.clearErrors();
    try {
      enter(step ? await withPasskey() : await signInByPasskey());
    } catch (error) {
      refuse(failureFrom(error), 'root');
    }
    setAsking(false);
  };
  const withPasskey = async () => {
    const { email: typed, password } = auth.form.getValues();
    const asked = options.current ?? (await optionsFor({ email: typed, password }));
    options.current = null;
    return signInWith({ email: typed, password, passkey: await askPasskey(asked) });
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

/** A challenge that was answered, or is too old, is asked for anew. */
async function optionsFor(typed: Credentials): Promise<RequestOptions> {
  try {
    await signInWith(typed);
  } catch (error) {
    const { passkey } = failureFrom(error).extra ?? {};
    if (passkey) return passkey as RequestOptions;
    throw error;
  }
  throw new Error('The account has no second factor any more.');
}

function CodeStep({ auth, step }: { auth: AuthForm<Credentials>; step: SecondStep }) {
  const [recovery, setRecovery] = useState(!step.app);
  const { control, setFocus, setValue, clearErrors } = auth.form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code is another field to begin with
  useEffect(() => {
    if (!auth.sending) setFocus('otp');
  }, [recovery, auth.sending, setFocus]);
  const change = () => {
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
          <button type="button" className="link" onClick={change}>
            {recovery ? 'Usar o código do aplicativo' : 'Usar um código de recuperação'}
          </button>
        </p>
      )}
    </>
  );
}
