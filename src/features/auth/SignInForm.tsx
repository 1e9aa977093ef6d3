import { type ReactNode, useEffect, useRef, useState } from 'react';
import { wordsOf } from '../../contract/failure.ts';
import { texts } from '../../contract/texts.ts';
import { alert } from '../../ui/office/alerts.tsx';
import { Form } from '../../ui/office/form/Form.tsx';
import { PasswordField, TextField } from '../../ui/office/form/fields.tsx';
import { failureFrom } from '../../ui/office/load.ts';
import { loginInput, type User } from './auth.contract.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { type Credentials, signInWith } from './signIn.browser.ts';
import { showFieldErrors, useAuthForm } from './useAuthForm.browser.ts';

interface Props {
  email?: string | undefined;
  onSignedIn: (user: User) => void;
  /** Beside the button; is told what stands in the e-mail field. */
  beside: (email: string) => ReactNode;
}

/** E-mail and password, and the second factor once the server asks for it. */
export function SignInForm({ email, onSignedIn, beside }: Props) {
  const [secondFactor, setSecondFactor] = useState(false);
  const auth = useAuthForm<Credentials>({
    schema: loginInput,
    ...(email && { values: { email } }),
    async send(typed, form) {
      try {
        const user = await signInWith(typed);
        alert.success(texts.loginDone);
        onSignedIn(user);
      } catch (error) {
        const failure = failureFrom(error);
        if (failure.extra?.two_factor) {
          if (secondFactor) form.setError('otp', { type: 'server', message: failure.message });
          alert.info('Falta um código', failure.message);
          setSecondFactor(true);
        } else {
          const refused = failure.code === 'unauthenticated';
          if (refused) alert.error(texts.loginFailed);
          else alert.failure(failure, texts.loginFailed);
          form.setError(refused ? 'password' : 'root', {
            type: 'server',
            message: refused ? 'Confira o e-mail e a senha.' : wordsOf(failure),
          });
          showFieldErrors(form, failure.fields);
        }
      }
    },
  });
  const { control, formState, setFocus, watch } = auth.form;
  const failed = formState.errors.root?.message;

  const asked = useRef(false);
  useEffect(() => {
    if (secondFactor && !auth.sending && !asked.current) {
      asked.current = true;
      setFocus('otp');
    }
  }, [secondFactor, auth.sending, setFocus]);

  return (
    <Form schema={auth.schema} saving={auth.sending} onSubmit={auth.submit}>
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
      {secondFactor && (
        <TextField
          control={control}
          name="otp"
          label="Código do aplicativo"
          hint="Os números que aparecem agora no seu aplicativo autenticador."
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
      {failed && <p className="field-error auth-failure">{failed}</p>}
      <div className="auth-actions">
        <SubmitButton auth={auth}>Entrar</SubmitButton>
        {beside(watch('email') ?? '')}
      </div>
    </Form>
  );
}
