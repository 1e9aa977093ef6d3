import { plural } from '../../plural.ts';

/** Before that, the rate is not known well enough. */
const SURE_MS = 2000;
const SECOND_MS = 1000;
const MINUTE = 60;

/**
 * How long the rest of an upload takes at the rate so far; null where nobody can say. In steps, so that it is not said
 * anew with each piece that leaves.
 */
export function remainingText(sent: number, total: number, elapsedMs: number): string | null {
  if (elapsedMs < SURE_MS || sent <= 0 || sent >= total) return null;
  const seconds = ((total - sent) / sent) * (elapsedMs / SECOND_MS);
  if (seconds < 5) return 'falta pouco';
  if (seconds < 10) return 'faltam menos de 10 segundos';
  if (seconds < MINUTE) return `faltam uns ${Math.ceil(seconds / 10) * 10} segundos`;
  const minutes = Math.ceil(seconds / MINUTE);
  return minutes === 1 ? 'falta cerca de 1 minuto' : `faltam uns ${plural(minutes, 'minuto', 'minutos')}`;
}
