import { createRequire } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { childTasks } from '../../platform/processes/children.ts';
import { readableCode } from '../../platform/security/secrets.ts';
import { PASSWORD_MIN } from './auth.contract.ts';
import { ensureStrong, type PasswordOwner } from './passwords.service.ts';

const owner: PasswordOwner = {
  name: 'Rosângela de Sá Melo',
  email: 'rosa.melo@hiperaurora.example',
  siteName: 'Hiper Aurora',
};

const reasonFor = async (password: string, person = owner) => {
  try {
    await ensureStrong(password, person);
    return null;
  } catch (error) {
    return (error as { fields?: Record<string, string[]> }).fields?.password?.[0] ?? String(error);
  }
};

test('the dictionary has at least 3,000 leaked passwords that are long enough', async () => {
  const encoded = createRequire(import.meta.url)('fxa-common-password-list/src/encoded-passwords.js');
  const { Decoder } = createRequire(import.meta.url)('incremental-encoder').default;
  const known: string[] = new Decoder().decode(encoded.split('\n'));
  expect(known.filter(({ length }) => length >= PASSWORD_MIN).length).toBeGreaterThan(3000);
});

test.each<[string, string, PasswordOwner?]>([
  ['1234567890', 'mais usadas'],
  ['password12', 'mais usadas'],
  ['P@ssw0rd!2026', 'mais usadas'],
  ['minhasenha123', 'mais usadas'],
  ['mudar12345', 'mais usadas'],
  ['flamengo2023', 'um ano não bastam'],
  ['rosangela2026', 'um ano não bastam', { ...owner, name: 'Equipe' }],
  ['25/12/1999', 'quase só uma data'],
  ['qwertyuiop', 'mais usadas'],
  // No estimate finds these; they occur in lists of leaked passwords.
  ['ytpfdbcbvjcnm', 'mais usadas'],
  ['LK9slwgh3x', 'mais usadas'],
  ['cosanostra', 'mais usadas'],
  ['aaaaaaaaaaaa', 'sequência ou repetição'],
  ['abcabcabcabc', 'sequência ou repetição'],
  ['abcdefghijklm', 'sequência ou repetição'],
  ['corinthians', 'uma palavra'],
  ['ab1'.repeat(60), 'sequência ou repetição'],
])('rejects %s: %s', async (password, reason, person = owner) => {
  expect(await reasonFor(password, person)).toContain(reason);
  expect(await reasonFor(password, person)).toContain('Três ou quatro palavras');
});

test.each([
  ['rosa.melo@hiperaurora.example', 'nome do site'],
  ['ROSA.MELO e mais coisas boas', 'e-mail da conta'],
  ['bolo de rosamelo com café', 'e-mail da conta'],
  ['a rosangela do caixa quatro', 'nome da pessoa'],
  ['o Rosângela do caixa quatro', 'nome da pessoa'],
  ['caramelo com farinha e sal', 'nome da pessoa'],
  ['trabalho no HIPER-AURORA do centro', 'nome do site'],
  ['Aurora 2026', 'quase só'],
])('rejects %s because of its content: %s', async (password, reason) => {
  expect(await reasonFor(password)).toContain(reason);
});

test('rejects a password that contains the e-mail address of an account at another site', async () => {
  const person = { ...owner, email: 'ti@loja.example', name: 'Equipe' };
  expect(await reasonFor('meu ti@loja.example aqui', person)).toContain('e-mail da conta');
  // Names of two letters occur in too many words to be rejected.
  expect(await reasonFor('tijolo com cimento e cal', person)).toBeNull();
});

test.each([
  'uma senha de teste',
  'café com pão 12',
  'pão de queijo 34',
  'cavalo bateria grampo correto',
  'deus é fiel sempre comigo',
  'xkq7 vwp2 zzm4',
])('accepts %s, without composition rules', async (password) => {
  expect(await reasonFor(password)).toBeNull();
});

test('accepts generated passwords', async () => {
  const generated = Array.from({ length: 20 }, () => readableCode(6).toLowerCase());
  const reasons = await Promise.all(generated.map((password) => reasonFor(password)));
  expect(reasons.filter((reason) => reason !== null)).toEqual([]);
});

test('the dictionaries are loaded by a child process, which returns their memory', async () => {
  const modules: string[] = [];
  const note = (module: unknown) => modules.push(String(module));
  childTasks.subscribe(note);
  onTestFinished(() => void childTasks.unsubscribe(note));
  expect(await reasonFor('corinthians')).toContain('uma palavra');
  expect(modules).toEqual([expect.stringMatching(/\/passwords\.child\.ts$/)]);
});
