import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { readableCode } from '../../platform/secrets.ts';
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

test('at least 3,000 of the most used passwords that are long enough are known', async () => {
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
  // Nothing that can be estimated says so: they were found where passwords were stolen.
  ['ytpfdbcbvjcnm', 'mais usadas'],
  ['LK9slwgh3x', 'mais usadas'],
  ['cosanostra', 'mais usadas'],
  ['aaaaaaaaaaaa', 'sequência ou repetição'],
  ['abcabcabcabc', 'sequência ou repetição'],
  ['abcdefghijklm', 'sequência ou repetição'],
  ['corinthians', 'uma palavra'],
  ['ab1'.repeat(60), 'sequência ou repetição'],
])('%s is refused: %s', async (password, reason, person = owner) => {
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
])('%s is refused, because it holds: %s', async (password, reason) => {
  expect(await reasonFor(password)).toContain(reason);
});

test('the address of another site is held as well', async () => {
  const person = { ...owner, email: 'ti@loja.example', name: 'Equipe' };
  expect(await reasonFor('meu ti@loja.example aqui', person)).toContain('e-mail da conta');
  // Two letters are in too many words.
  expect(await reasonFor('tijolo com cimento e cal', person)).toBeNull();
});

test.each([
  'uma senha de teste',
  'café com pão 12',
  'pão de queijo 34',
  'cavalo bateria grampo correto',
  'deus é fiel sempre comigo',
  'xkq7 vwp2 zzm4',
])('%s passes: there are no rules of composition', async (password) => {
  expect(await reasonFor(password)).toBeNull();
});

test('what the product draws by itself passes', async () => {
  const drawn = Array.from({ length: 20 }, () => readableCode(6).toLowerCase());
  const reasons = await Promise.all(drawn.map((password) => reasonFor(password)));
  expect(reasons.filter((reason) => reason !== null)).toEqual([]);
});
