import { expect, test } from 'vitest';
import { ZONES, zoneOfState } from './zones.ts';

const OFFSETS: Record<string, string> = {
  ...{ AC: '-05:00', AM: '-04:00', MS: '-04:00', MT: '-04:00', RO: '-04:00', RR: '-04:00' },
};
const STATES = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');

const offsetOf = (zone: string) => Temporal.Instant.from('2026-11-21T12:00Z').toZonedDateTimeISO(zone).offset;

test.each(STATES)('%s has a zone of the list with its own offset', (state) => {
  const zone = zoneOfState(state);
  expect(Object.keys(ZONES)).toContain(zone);
  expect(offsetOf(zone)).toBe(OFFSETS[state] ?? '-03:00');
  expect(zoneOfState(state.toLowerCase())).toBe(zone);
});

test('Fernando de Noronha is never the zone of a state', () => {
  expect(offsetOf('America/Noronha')).toBe('-02:00');
  expect(STATES.map(zoneOfState)).not.toContain('America/Noronha');
});
