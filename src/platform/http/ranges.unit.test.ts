import { describe, expect, it } from 'vitest';
import { parseRange } from './ranges.ts';

describe('parseRange', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['Bytes = 0 - 0', { start: 0, end: 0 }],
  ])('parses %s', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range);
  });

  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=9-3', 'bytes=0-1,5-9', 'lines=0-1', 'bytes=a-b'])(
    'returns null for %s, so that the whole content is sent',
    (header) => {
      expect(parseRange(header, 100)).toBeNull();
    },
  );

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('returns unsatisfiable for %s', (header) => {
    expect(parseRange(header, 100)).toBe('unsatisfiable');
  });

  it('returns unsatisfiable for any range of an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
  });
});
