import { expect, test } from 'vitest';
import { testClock } from '../../../../test/app.ts';
import type { Logger } from '../../../platform/observability/log.ts';
import { createDueChanges } from './publishDueChanges.ts';

function createLog() {
  const lines: string[] = [];
  const note = (_about: object | string, text?: string) => void lines.push(text ?? String(_about));
  return { lines, log: { error: note, warn: note, info: note } as unknown as Logger };
}

test('logs an outage of due changes and its end once each, however many reads retry', async () => {
  const { lines, log } = createLog();
  let isAway = true;
  const due = createDueChanges({
    clock: testClock(),
    log,
    patienceMs: 1000,
    nextInstant: async () => {
      if (isAway) throw new Error('away');
      return null;
    },
    dueBy: async () => [],
    publish: async () => {},
    putAside: async () => true,
  });
  for (let reads = 0; reads < 5; reads++) expect(await due.publishDueChangesForRead()).toBe(false);
  expect(lines).toEqual(['due changes cannot be published']);
  isAway = false;
  expect(await due.publishDueChangesForRead()).toBe(true);
  isAway = true;
  due.invalidate();
  expect(await due.publishDueChangesForRead()).toBe(false);
  expect(lines).toEqual([
    'due changes cannot be published',
    'due changes are published again',
    'due changes cannot be published',
  ]);
});
