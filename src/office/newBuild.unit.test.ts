import { beforeEach, expect, test, vi } from 'vitest';
import { alert } from '../records/office/alerts.tsx';
import { announceNewBuild } from './newBuild.ts';

const stored = new Map<string, string>();

/** Opens a page of the back office as a browser does. */
function openPage(manifest: string | undefined, type: NavigationTimingType): void {
  vi.stubGlobal('window', { ...(manifest && { __reactRouterManifest: { url: manifest } }) });
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] });
  announceNewBuild();
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

test.each([
  ['the first page of a window', [['1', 'navigate']], 0],
  [
    'a reload of the same version',
    [
      ['1', 'navigate'],
      ['1', 'reload'],
    ],
    0,
  ],
  [
    'a reload with a new version',
    [
      ['1', 'navigate'],
      ['2', 'reload'],
    ],
    1,
  ],
  [
    'a second reload with it',
    [
      ['1', 'navigate'],
      ['2', 'reload'],
      ['2', 'reload'],
    ],
    1,
  ],
  [
    'a reload with each of two new versions',
    [
      ['1', 'navigate'],
      ['2', 'reload'],
      ['3', 'reload'],
    ],
    2,
  ],
  [
    'a visit with a new version',
    [
      ['1', 'navigate'],
      ['2', 'navigate'],
    ],
    0,
  ],
  [
    'a step back to a page of another version',
    [
      ['1', 'navigate'],
      ['2', 'back_forward'],
    ],
    0,
  ],
  [
    'a page without a build',
    [
      ['1', 'navigate'],
      [undefined, 'reload'],
    ],
    0,
  ],
] as const)('%s announces a new version the right number of times', (_, pages, times) => {
  const told = vi.spyOn(alert, 'info');
  for (const [manifest, type] of pages) openPage(manifest, type);
  expect(told.mock.calls).toEqual(
    Array.from({ length: times }, () => [
      'Versão nova no ar',
      'A página recarregou, e o que você digitava foi guardado.',
    ]),
  );
});

test('a window without storage announces no new version and throws nothing', () => {
  const told = vi.spyOn(alert, 'info');
  vi.stubGlobal('sessionStorage', undefined);
  openPage('2', 'reload');
  expect(told).not.toHaveBeenCalled();
});
