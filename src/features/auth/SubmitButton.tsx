import type { FieldValues } from 'react-hook-form';
import { Button } from '../../ui/office/Button.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';
import type { AuthForm } from './useAuthForm.browser.ts';
import './SignInForm.css';

/**
 * Sends an auth form, or says what is missing. Until the script is there the browser would send the form by
 * itself, with a password in the address; a disabled submit button keeps even Enter from doing so.
 */
export function SubmitButton<V extends FieldValues>({
  auth,
  children,
}: {
  auth: AuthForm<V>;
  children: string;
}) {
  if (!useHydrated()) {
    return (
      <button type="submit" className="btn btn-red" disabled>
        {children}
      </button>
    );
  }
  return (
    <Button
      type="submit"
      busy={auth.sending}
      unavailable={!auth.complete}
      onUnavailable={() => auth.submit()}
    >
      {children}
    </Button>
  );
}
