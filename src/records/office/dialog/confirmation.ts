import { Failure } from '../../../shared/failure.ts';

// Step-up confirmation. Some calls get a 403 that requires it. The frame registers a dialog, and the call is
// repeated with the dialog's fields; the screen only gets the final response.

/** Fields that the dialog adds to those of the call. */
export type Confirmation = Record<string, unknown>;

/**
 * Opens the dialog. `attempt` throws the errors that the dialog shows. Resolves after a successful attempt or
 * a cancellation.
 */
type OpenDialog = (attempt: (fields: Confirmation) => Promise<void>) => Promise<void>;

let openDialog: OpenDialog | undefined;
let isOpen = false;

/** Registers the dialog. Returns a function that unregisters it. */
export function setConfirmation(next: OpenDialog): () => void {
  openDialog = next;
  return () => {
    if (openDialog === next) openDialog = undefined;
  };
}

export const requiresConfirmation = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'forbidden' && error.extra?.confirm === true;

const canceledFailure = () =>
  new Failure('forbidden', 'Faltou confirmar que é você. Se quiser, tente de novo.', {
    extra: { canceled: true },
  });

/**
 * Opens the dialog and repeats `send` with its fields. Errors of the confirmation and transient errors stay
 * in the dialog; all others are thrown to the screen. Throws `refused` if no dialog is registered.
 */
export async function withConfirmation<T>(
  refused: unknown,
  send: (fields: Confirmation) => Promise<T>,
): Promise<T> {
  if (!openDialog || isOpen) throw refused;
  const outcome: { sent?: { value: T }; error: unknown } = { error: canceledFailure() };
  isOpen = true;
  try {
    await openDialog(async (fields) => {
      try {
        outcome.sent = { value: await send(fields) };
      } catch (error) {
        if (staysInDialog(error)) throw error;
        outcome.error = error;
      }
    });
  } finally {
    isOpen = false;
  }
  if (!outcome.sent) throw outcome.error;
  return outcome.sent.value;
}

const TRANSIENT = new Set(['unauthenticated', 'too_many', 'too_slow', 'unavailable']);

function staysInDialog(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const { current_password, otp, passkey } = error.fields ?? {};
  return Boolean(current_password || otp || passkey) || TRANSIENT.has(error.code);
}
