import { formatInstant } from '../../shared/text/format.ts';
import type { Screening } from './screening.contract.ts';
import { IN_3D, SCREENING_FORMATS } from './screening.types.ts';

interface Kind {
  audio: { text: string };
  format: { number: number };
}

/** Returns the version of a film: «Dublado», «Legendado, 3D»; 2D is not mentioned. */
export const versionText = ({ audio, format }: Kind): string =>
  format.number === IN_3D ? `${audio.text}, ${SCREENING_FORMATS[IN_3D]}` : audio.text;

export const screeningName = ({ movie, starts_at }: Pick<Screening, 'movie' | 'starts_at'>): string =>
  `${movie?.name ?? 'Sessão'}, ${formatInstant(starts_at)}`;
