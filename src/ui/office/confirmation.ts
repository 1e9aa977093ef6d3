import { Failure } from '../../contract/failure.ts';

// Some calls are answered with a 403 that asks who it is. The frame registers a dialog for it; the call is then made
// again with what was typed there, and the screen behind it only sees the answer.

/** Fields that a call brings beside its own, as the dialog collects them. */
export type Confirmation = Record<string, unknown>;

/** Opens the dialog; `attempt` throws what is said in it. Resolves when an attempt succeeded or the person gave up. */
type Ask = (attempt: (given: Confirmation) => Promise<void>) => Promise<void>;

let ask: Ask | undefined;
let isOpen = false;

/** Registers the dialog. Returns the function that takes it back. */
export function setConfirmation(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

export const asksForConfirmation = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'forbidden' && error.extra?.confirm === true;

const givenUp = () =>
  new Failure('forbidden', 'Faltou confirmar que é você. Se quiser, tente de novo.', {
    extra: { canceled: true },
  });

/**
 * Asks for a confirmation and repeats `send` with it. Failures of the confirmation itself, and those that pass, stay
 * in the dialog; any other is thrown to the screen. `refused` is thrown where nothing can ask.
 */
export async function confirmed<T>(refused: unknown, send: (given: Confirmation) => Promise<T>): Promise<T> {
  if (!ask || isOpen) throw refused;
  const outcome: { sent?: { value: T }; error: unknown } = { error: givenUp() };
  isOpen = true;
  try {
    await ask(async (given) => {
      try {
        outcome.sent = { value: await send(given) };
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

const PASSING = new Set(['unauthenticated', 'too_many', 'too_slow', 'unavailable']);

function staysInDialog(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const { current_password, otp, passkey } = error.fields ?? {};
  return Boolean(current_password || otp || passkey) || PASSING.has(error.code);
}
