import { unreadableImage } from '../../../shared/text/texts.ts';

/**
 * Limits that are checked before decoding: a few kilobytes can hold gigabytes of pixels. Phone JPEGs are
 * decoded at a fraction of their size. Each pixel of a PNG must be unpacked, which takes ten times as long.
 */
export const MAX_MEGAPIXELS = { jpeg: 65, png: 25 };

export type ImageProblem = 'unreadable' | 'too_many_pixels' | 'too_slow';

/** Thrown when a picture cannot be used, with the reason. */
export class ImageError extends Error {
  readonly problem: ImageProblem;
  constructor(problem: ImageProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Returns the message for users: the problem of a picture of `type`, and a remedy. */
export function imageProblemText(problem: ImageProblem, type: string): string {
  if (problem === 'unreadable') return unreadableImage;
  if (problem === 'too_slow')
    return 'Esta imagem demora demais para abrir. Salve como JPEG, menor, e envie outra vez.';
  const { jpeg, png } = MAX_MEGAPIXELS;
  return type === 'image/png'
    ? `A imagem passa de ${png} milhões de pontos, o limite para PNG. Diminua para até 5.000 × 5.000 ou, se for uma foto, salve como JPEG (até ${jpeg} milhões), e envie outra vez.`
    : `A imagem passa de ${jpeg} milhões de pontos. Diminua para até 9.000 × 7.000 e envie outra vez.`;
}
