import { Copy, Eye, type IconNode, icons } from 'lucide';
import { expect, test } from 'vitest';
import { iconPath } from './iconPath.ts';

test('shapes of an icon become one path with the same outlines', () => {
  expect(iconPath(Eye)).toBe(
    'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0' +
      'M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
  );
  expect(iconPath(Copy)).toContain(
    'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2z',
  );
  const relative: IconNode = [
    ['line', { x1: '1', y1: '2', x2: '3', y2: '4' }],
    ['path', { d: 'm5 6 1 1' }],
  ];
  expect(iconPath(relative)).toBe('M1 2L3 4M0 0m5 6 1 1');
});

test('icons with polygons are refused', () => {
  const polygonal = Object.values(icons).filter((shapes) => shapes.some(([tag]) => /^poly/.test(tag)));
  expect(polygonal.length).toBeGreaterThan(0);
  for (const shapes of polygonal) expect(() => iconPath(shapes)).toThrow('no way to draw');
});
