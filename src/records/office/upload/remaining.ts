import { plural } from '../../../shared/text/plural.ts';

/** Time in ms before the upload rate is reliable. */
const MIN_ELAPSED_MS = 2000;
const SECOND_MS = 1000;
const MINUTE = 60;

/**
 * Returns the remaining time of an upload at the rate so far, in words; null if unknown. In steps, so that
 * screen readers do not announce every chunk.
 */
export function remainingText(sent: number, total: number, elapsedMs: number): string | null {
  if (elapsedMs < MIN_ELAPSED_MS || sent <= 0 || sent >= total) return null;
  const seconds = ((total - sent) / sent) * (elapsedMs / SECOND_MS);
  if (seconds < 5) return 'falta pouco';
  if (seconds < 10) return 'faltam menos de 10 segundos';
  if (seconds < MINUTE) return `faltam uns ${Math.ceil(seconds / 10) * 10} segundos`;
  const minutes = Math.ceil(seconds / MINUTE);
  return minutes === 1 ? 'falta cerca de 1 minuto' : `faltam uns ${plural(minutes, 'minuto', 'minutos')}`;
}
