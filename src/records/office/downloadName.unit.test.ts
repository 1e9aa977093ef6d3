import { expect, test } from 'vitest';
import { downloadName } from './downloadName.ts';

test('a download is named after its record', () => {
  expect(downloadName('Leve 3, pague 2', '/media/a1b2.jpg?v=3')).toBe('Leve 3, pague 2.jpg');
  expect(downloadName('Começa aqui.', 'https://cdn.example/x/y.webp')).toBe('Começa aqui.webp');
  expect(downloadName('a/b: "c"', '/media/sem-nada')).toBe('a b c');
});
