import { Worker } from 'node:worker_threads';
import { invalidField } from '../../contract/failure.ts';
import { fold } from '../../contract/fold.ts';
import type { Estimate, Question } from './passwords.worker.ts';

/** Whose password it is to be, and where. */
export interface PasswordOwner {
  name: string;
  email: string;
  siteName: string;
}

/**
 * An account takes 100 wrong passwords in a quarter of an hour, so that these are 28 years of guessing; whoever
 * holds the stored hash needs weeks.
 */
const FEWEST_GUESSES = 1e8;

/** What is shorter is in too many words by chance. */
const TELLING_LETTERS = 4;

const MOST_USED = 'Esta é uma das senhas mais usadas, ou quase.';
const ADVICE = 'Três ou quatro palavras sem ligação entre si servem bem.';

/** A 422 that says why, where the password is one of those that are tried first. */
export async function ensureStrong(password: string, owner: PasswordOwner): Promise<void> {
  const reason = heldIn(password, owner) ?? (await guessable(password, owner));
  if (reason) throw invalidField('password', `${reason} ${ADVICE}`);
}

function heldIn(password: string, { name, email, siteName }: PasswordOwner): string | undefined {
  const typed = squashed(password);
  const holds = (text: string) => {
    const term = squashed(text);
    return term.length >= TELLING_LETTERS && typed.includes(term);
  };
  if (holds(siteName)) return 'A senha contém o nome do site.';
  if (holds(email) || holds(localPart(email))) return 'A senha contém o e-mail da conta.';
  if ([name, ...wordsOf(name)].some(holds)) return 'A senha contém o nome da pessoa.';
  return undefined;
}

async function guessable(password: string, { name, email, siteName }: PasswordOwner) {
  const own = [name, siteName, localPart(email), email].flatMap((text) => [squashed(text), ...wordsOf(text)]);
  const { guesses, isLeaked, parts } = await estimate(
    password.normalize('NFKC'),
    own.filter((word) => word.length >= TELLING_LETTERS),
  );
  if (guesses >= FEWEST_GUESSES) return isLeaked ? MOST_USED : undefined;
  const from = (dictionary: string) => parts.some((part) => part.dictionary === dictionary);
  if (from('userInputs')) return 'A senha é quase só o nome, o e-mail ou o site.';
  if (from('passwords-common')) return MOST_USED;
  const mostly = parts.reduce((most, part) => (part.length > most.length ? part : most)).pattern;
  if (['repeat', 'sequence', 'spatial', 'wordSequence'].includes(mostly))
    return 'A senha é uma sequência ou repetição fácil de adivinhar.';
  if (['date', 'regex'].includes(mostly)) return 'A senha é quase só uma data.';
  return 'A senha é fácil de adivinhar: uma palavra, um nome ou um ano não bastam.';
}

const localPart = (email: string) => email.slice(0, email.lastIndexOf('@'));
const wordsOf = (text: string) => fold(text).split(/[^\p{L}\p{N}]+/u);
const squashed = (text: string) => wordsOf(text).join('');

// The lists are read in a thread of their own: tens of megabytes that only a new password needs, and a tenth of a
// second in which nobody else would be answered.

/** Longer than a person takes from one attempt to the next. */
const IDLE_MS = 60_000;

interface Asked {
  resolve(estimate: Estimate): void;
  reject(error: unknown): void;
}

const asked = new Map<number, Asked>();
let lastId = 0;
let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

function estimate(password: string, words: string[]): Promise<Estimate> {
  clearTimeout(idle);
  worker ??= start();
  worker.ref();
  const question: Question = { id: ++lastId, password, words };
  return new Promise((resolve, reject) => {
    asked.set(question.id, { resolve, reject });
    worker?.postMessage(question);
  });
}

function start(): Worker {
  const started = new Worker(new URL('./passwords.worker.ts', import.meta.url), { execArgv: [] });
  started.on('message', (answer: Estimate) => {
    asked.get(answer.id)?.resolve(answer);
    asked.delete(answer.id);
    if (asked.size > 0) return;
    started.unref();
    idle = setTimeout(() => {
      worker = undefined;
      started.terminate();
    }, IDLE_MS).unref();
  });
  started.on('error', (error) => end(started, error));
  started.on('exit', (code) => end(started, new Error(`password worker ended with ${code}`)));
  return started;
}

function end(ended: Worker, error: unknown) {
  if (worker !== ended) return;
  worker = undefined;
  for (const { reject } of asked.values()) reject(error);
  asked.clear();
}
