import type { FieldValues } from 'react-hook-form';
import { Button } from '../../../records/office/Button.tsx';
import { useHydrated } from '../../../ui/useHydrated.ts';
import type { AuthForm } from './useAuthForm.browser.ts';

/**
 * Submit button of an auth form; reports missing fields instead of sending. Until the page is hydrated it is
 * disabled, which also blocks Enter: the browser would submit the form natively, with the password in the
 * URL.
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
