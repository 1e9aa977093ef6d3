import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../contract/failure.ts';
import { createOutages, type Outages } from './outages.ts';
import { newCode, traced } from './trace.ts';

let logged: [level: string, text: string | undefined, details: object][];
let outages: Outages;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  logged = [];
  const record = (level: string) => (details: object, text?: string) =>
    void logged.push([level, text, details]);
  outages = createOutages(() => ({ error: record('error'), warn: record('warn'), info: record('info') }));
});
afterEach(() => {
  outages.stop();
  vi.useRealTimers();
});

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const forRequest = (work: () => void) => traced({ code: newCode(), given: null, route: null }, work);

test('an outage logs one line when it begins and one when it ends, however much fails meanwhile', () => {
  for (let time = 0; time < 300; time += 1) {
    const error = refused();
    outages.files.failed(error);
    const failure = new Failure('unavailable', undefined, { cause: error });
    // A request that is hit may report the error more than once.
    forRequest(() => {
      expect(outages.hitBy(failure)).toBe('files');
      expect(outages.hitBy(error)).toBe('files');
    });
  }
  expect(outages.hitBy(refused())).toBe(null);
  const late = refused();
  outages.files.failed(late);
  outages.hitBy(late);
  expect(outages.away()).toEqual({ database: false, files: true, mail: false });
  vi.advanceTimersByTime(60_000);
  outages.files.worked();
  vi.advanceTimersByTime(2000);
  expect(logged).toEqual([
    ['error', 'away', { part: 'files', reason: 'ECONNREFUSED' }],
    ['warn', 'back', { part: 'files', seconds: 60, requests: 300, jobs: 1 }],
  ]);
  expect(outages.away().files).toBe(false);
});

test('a service that responds only now and then stays unavailable', () => {
  for (let time = 0; time < 20; time += 1) {
    outages.mail.failed(refused());
    outages.mail.worked();
    vi.advanceTimersByTime(1500);
  }
  expect(logged).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(logged.map(([, text]) => text)).toEqual(['away', 'back']);
});

test('each service has its own outage', () => {
  outages.database.failed();
  outages.mail.failed(refused());
  outages.mail.worked();
  vi.advanceTimersByTime(2000);
  expect(logged.map(([, text, details]) => [text, details])).toMatchObject([
    ['away', { part: 'database', reason: 'silent' }],
    ['away', { part: 'mail' }],
    ['back', { part: 'mail' }],
  ]);
});
