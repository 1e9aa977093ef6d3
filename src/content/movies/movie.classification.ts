import { fold } from '../../shared/text/fold.ts';
import { bandOf } from './movie.types.ts';

const SELF = /\bauto(classifica(cao|d[oa]))?\b|^a(?= ?(l|livre|\d\d?)$)/;
const FREE = /^(l|livre( para todos os publicos)?)$/;
const AGE =
  /^((nao recomendad|inadequad|impropri|proibid)[oa] (para|a) menores de |a partir de |maiores de )?0?(?<age>\d\d?)( ?anos)?( ou mais)?$/;

/**
 * Returns the code of the band that a text names («livre», «+14», «14 anos», «a 16»), otherwise the text
 * itself.
 */
export function normalisedClassification(text: string): string {
  const plain = fold(text)
    .replace(/[^a-z\d]+/g, ' ')
    .trim();
  const withoutPrefix = plain.replace(SELF, '').trim();
  const band = FREE.test(withoutPrefix) ? 'L' : AGE.exec(withoutPrefix)?.groups?.age;
  return bandOf(`${withoutPrefix === plain ? '' : 'A'}${band}`)?.code ?? text;
}
