import { expect, test } from 'vitest';
import { dayOfState, offerState } from './offer.state.ts';

const DAYS = { valid_from: '2026-11-20', valid_until: '2026-11-21' };

test.each([
  ['current', '2026-11-22', '2026-11-21'],
  ['current', '2026-11-21', '2026-11-21'],
  ['ended', '2026-11-21', '2026-11-22'],
  ['coming', '2026-11-20', '2026-11-19'],
  ['current', '2026-11-19', '2026-11-20'],
  ['ended', '2026-11-30', '2026-11-30'],
] as const)("an offer with the state %s on the chain's day %s refers to the day %s", (state, today, day) => {
  expect(dayOfState({ ...DAYS, state }, today)).toBe(day);
  expect(offerState(DAYS, day)).toBe(state);
});
