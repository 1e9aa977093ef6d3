import { describe, expect, test } from 'vitest';
import { normalisedClassification } from './movie.classification.ts';
import { BANDS } from './movie.types.ts';

describe('classification', () => {
  test.each([
    ['livre', 'L'],
    ['  LIVRE ', 'L'],
    ['l', 'L'],
    ['Livre para todos os públicos', 'L'],
    ['14', '14'],
    ['14 anos', '14'],
    ['14anos', '14'],
    ['+14', '14'],
    ['16+', '16'],
    ['06', '6'],
    ['Não recomendado para menores de 12 anos', '12'],
    ['Proibido para menores de 18', '18'],
    ['a partir de 10 anos', '10'],
    ['al', 'AL'],
    ['A16', 'A16'],
    ['a 16', 'A16'],
    ['Autoclassificação 12 anos', 'A12'],
    ['autoclassificado livre', 'AL'],
  ])('reads %j as the band %s', (text, code) => {
    expect(normalisedClassification(text)).toBe(code);
  });

  test.each(['13 anos', 'PG-13', 'R', 'A definir', 'Alto', '1', '0', '100', '🎬'])(
    'leaves %j unchanged, because it names no band',
    (text) => {
      expect(normalisedClassification(text)).toBe(text);
    },
  );

  test('reads every band by its code and by its label', () => {
    for (const { code, label } of BANDS) {
      expect(normalisedClassification(code)).toBe(code);
      expect(normalisedClassification(label)).toBe(code);
    }
  });
});
