import { Failure } from '../../contract/failure.ts';

// Some calls answer a 409 with a question before they do what is unlikely. The frame registers a dialog for it; after
// a yes the call is made again without the field that asks, and the screen behind the dialog only sees the answer.

/** Asks a person. Resolves to whether to go on. */
type Ask = (question: string) => Promise<boolean>;

let ask: Ask | undefined;

/** Registers the dialog. Returns the function that takes it back. */
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

/** Asks the question of `refused` and goes on with `send`. Rethrows what is no question. */
export async function answered<T>(refused: unknown, send: () => Promise<T>): Promise<T> {
  const question = refused instanceof Failure ? refused.extra?.question : undefined;
  if (typeof question !== 'string' || !ask) throw refused;
  if (!(await ask(question))) throw givenUp();
  return send();
}
