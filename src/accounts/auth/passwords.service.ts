import { Worker } from 'node:worker_threads';
import { programUrl } from '../../platform/paths.ts';
import { invalidField } from '../../shared/failure.ts';
import { fold } from '../../shared/text/fold.ts';
import type { Estimate, EstimateRequest } from './passwords.worker.ts';

/** Person that the password is for, and the site: their names are weak passwords. */
export interface PasswordOwner {
  name: string;
  email: string;
  siteName: string;
}

/**
 * Minimum number of guesses. An account accepts 100 wrong passwords per 15 minutes, so this takes 28 years
 * online; an attacker with the stored hash needs weeks.
 */
const MIN_GUESSES = 1e8;

/** Minimum length of a name that counts as contained; shorter ones occur in too many words by chance. */
const MIN_TERM_LENGTH = 4;

const MOST_USED = 'Esta é uma das senhas mais usadas, ou quase.';
const ADVICE = 'Três ou quatro palavras sem ligação entre si servem bem.';

/** Throws a 422 with the reason if the password is easy to guess. */
export async function ensureStrong(password: string, owner: PasswordOwner): Promise<void> {
  const reason = containedName(password, owner) ?? (await guessability(password, owner));
  if (reason) throw invalidField('password', `${reason} ${ADVICE}`);
}

function containedName(password: string, { name, email, siteName }: PasswordOwner): string | undefined {
  const typed = lettersOf(password);
  const contains = (text: string) => {
    const term = lettersOf(text);
    return term.length >= MIN_TERM_LENGTH && typed.includes(term);
  };
  if (contains(siteName)) return 'A senha contém o nome do site.';
  if (contains(email) || contains(localPart(email))) return 'A senha contém o e-mail da conta.';
  if ([name, ...wordsOf(name)].some(contains)) return 'A senha contém o nome da pessoa.';
  return undefined;
}

async function guessability(password: string, { name, email, siteName }: PasswordOwner) {
  const own = [name, siteName, localPart(email), email].flatMap((text) => [
    lettersOf(text),
    ...wordsOf(text),
  ]);
  const { guesses, isLeaked, parts } = await estimate(
    password.normalize('NFKC'),
    own.filter((word) => word.length >= MIN_TERM_LENGTH),
  );
  if (guesses >= MIN_GUESSES) return isLeaked ? MOST_USED : undefined;
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
const lettersOf = (text: string) => wordsOf(text).join('');

// The dictionaries are loaded in a worker thread: they take tens of megabytes, which only a new password
// needs, and would block the event loop for a tenth of a second.

/** Time until an idle worker ends; longer than a user takes between two attempts. */
const IDLE_MS = 60_000;

interface PendingEstimate {
  resolve(estimate: Estimate): void;
  reject(error: unknown): void;
}

const pending = new Map<number, PendingEstimate>();
let lastId = 0;
let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

function estimate(password: string, words: string[]): Promise<Estimate> {
  clearTimeout(idle);
  worker ??= start();
  worker.ref();
  const question: EstimateRequest = { id: ++lastId, password, words };
  return new Promise((resolve, reject) => {
    pending.set(question.id, { resolve, reject });
    worker?.postMessage(question);
  });
}

function start(): Worker {
  const started = new Worker(programUrl('accounts/auth/passwords.worker.ts'), { execArgv: [] });
  started.on('message', (answer: Estimate) => {
    pending.get(answer.id)?.resolve(answer);
    pending.delete(answer.id);
    if (pending.size > 0) return;
    started.unref();
    idle = setTimeout(() => {
      worker = undefined;
      started.terminate();
    }, IDLE_MS).unref();
  });
  started.on('error', (error) => end(started, error));
  started.on('exit', (code) => end(started, new Error(`password worker exited with code ${code}`)));
  return started;
}

function end(ended: Worker, error: unknown) {
  if (worker !== ended) return;
  worker = undefined;
  for (const { reject } of pending.values()) reject(error);
  pending.clear();
}
