import { expect, test } from 'vitest';
import { movieStatus } from './movie.state.ts';

const today = '2026-11-21';

test('shows a film from its release until staff end it', () => {
  expect(movieStatus({ type: 1, release_date: null }, today)).toBe('showing');
  expect(movieStatus({ type: 1, release_date: '2026-11-21' }, today)).toBe('showing');
  expect(movieStatus({ type: 1, release_date: '2026-11-22' }, today)).toBe('soon');
  expect(movieStatus({ type: 2, release_date: '2026-11-22' }, today)).toBe('ended');
});
