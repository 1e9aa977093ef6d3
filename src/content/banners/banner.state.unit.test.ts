import { expect, test } from 'vitest';
import { bannerState } from './banner.state.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const always = { starts_at: null, ends_at: null };

test('shows a banner from its start until just before its end', () => {
  expect(bannerState(always, now)).toBe('on the air');
  expect(bannerState({ ...always, starts_at: '2026-11-21T09:00:00-03:00' }, now)).toBe('on the air');
  expect(bannerState({ ...always, starts_at: '2026-11-21T09:01:00-03:00' }, now)).toBe('waiting');
  expect(bannerState({ ...always, ends_at: '2026-11-21T09:01:00-03:00' }, now)).toBe('on the air');
  expect(bannerState({ ...always, ends_at: '2026-11-21T09:00:00-03:00' }, now)).toBe('over');
});
