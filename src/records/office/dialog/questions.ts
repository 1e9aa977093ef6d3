import { Failure } from '../../../shared/failure.ts';

// Some endpoints respond with a 409 and a question if values are unlikely. The frame registers a dialog for it. After a
// yes the request is repeated without the field that asks, and the screen only sees the second response.

/** Asks the user. Resolves to whether to continue. */
type Ask = (question: string) => Promise<boolean>;

let ask: Ask | undefined;

/** Registers the dialog. Returns the function that removes it. */
export function setQuestions(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/** Returns whether a dialog is registered that can ask the user. */
export const canAsk = (): boolean => ask !== undefined;

const givenUp = () =>
  new Failure('conflict', 'Nada foi publicado. Confira e tente de novo.', { extra: { canceled: true } });

/** Asks the question of `refused` and, after a yes, calls `send`. Rethrows a failure without a question. */
export async function retryAfterQuestion<T>(refused: unknown, send: () => Promise<T>): Promise<T> {
  const question = refused instanceof Failure ? refused.extra?.question : undefined;
  if (typeof question !== 'string' || !ask) throw refused;
  if (!(await ask(question))) throw givenUp();
  return send();
}
