import { programUrl } from '../../platform/paths.ts';
import { createChildPool } from '../../platform/processes/children.ts';
import { invalidField } from '../../shared/failure.ts';
import { fold } from '../../shared/text/fold.ts';
import type { Estimate, EstimateTask } from './passwords.child.ts';

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
  const { guesses, isLeaked, parts } = await estimate({
    password: password.normalize('NFKC'),
    words: own.filter((word) => word.length >= MIN_TERM_LENGTH),
  });
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

// The dictionaries are loaded in a child process: they take tens of megabytes, which only a new password needs
// and which a thread would not return to the system when it ends.

const SECONDS = 1000;
const DEADLINE = { cpuMs: 10 * SECONDS, elapsedMs: 30 * SECONDS };

const estimators = createChildPool(
  {
    module: programUrl('accounts/auth/passwords.child.ts'),
    // The dictionaries take 100 MB while they are loaded.
    megabytes: 256,
    flags: ['--max-old-space-size=192'],
    background: false,
  },
  // An idle process stays longer than a user takes between two attempts.
  { atOnce: 1, idleMs: 60 * SECONDS },
);

const estimate = async (task: EstimateTask) =>
  (await estimators.run(task, { deadline: DEADLINE })) as Estimate;
