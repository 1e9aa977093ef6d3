import { toLocalTime } from '../../../shared/text/zonedTime.ts';

export type Greeting = 'Bom dia' | 'Boa tarde' | 'Boa noite';

/** Returns the greeting in the chain's time zone, wherever the reader is. */
export function greetingAt(now: Date): Greeting {
  const hour = Number(toLocalTime(now.toISOString()).slice(11, 13));
  if (hour >= 5 && hour < 12) return 'Bom dia';
  return hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite';
}
