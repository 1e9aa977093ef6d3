import { fold } from '../../contract/fold.ts';
import { bandOf } from './movie.types.ts';

const SELF = /\bauto(classifica(cao|d[oa]))?\b|^a(?= ?(l|livre|\d\d?)$)/;
const FREE = /^(l|livre( para todos os publicos)?)$/;
const AGE =
  /^((nao recomendad|inadequad|impropri|proibid)[oa] (para|a) menores de |a partir de |maiores de )?0?(?<age>\d\d?)( ?anos)?( ou mais)?$/;

/** A band's code where the text names one («livre», «+14», «14 anos», «a 16»), otherwise the text as it is. */
export function normalisedClassification(text: string): string {
  const plain = fold(text)
    .replace(/[^a-z\d]+/g, ' ')
    .trim();
  const own = plain.replace(SELF, '').trim();
  const band = FREE.test(own) ? 'L' : AGE.exec(own)?.groups?.age;
  return bandOf(`${own === plain ? '' : 'A'}${band}`)?.code ?? text;
}
