import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../shared/failure.ts';
import { createOutages, type Outages } from './outages.ts';
import { newTraceCode, withTrace } from './trace.ts';

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
const forRequest = (work: () => void) =>
  withTrace({ code: newTraceCode(), foreignId: null, route: null }, work);

test('an outage logs one line when it begins and one when it ends, however much fails meanwhile', () => {
  for (let time = 0; time < 300; time += 1) {
    const error = refused();
    outages.files.reportFailure(error);
    const failure = new Failure('unavailable', undefined, { cause: error });
    // A request that is hit may report the error more than once.
    forRequest(() => {
      expect(outages.causeOf(failure)).toBe('files');
      expect(outages.causeOf(error)).toBe('files');
    });
  }
  expect(outages.causeOf(refused())).toBe(null);
  const late = refused();
  outages.files.reportFailure(late);
  outages.causeOf(late);
  expect(outages.unavailable()).toEqual({ database: false, files: true, mail: false });
  vi.advanceTimersByTime(60_000);
  outages.files.reportSuccess();
  vi.advanceTimersByTime(2000);
  expect(logged).toEqual([
    ['error', 'service unavailable', { part: 'files', reason: 'ECONNREFUSED' }],
    ['warn', 'service recovered', { part: 'files', seconds: 60, requests: 300, jobs: 1 }],
  ]);
  expect(outages.unavailable().files).toBe(false);
});

test('a service that responds only now and then stays unavailable', () => {
  for (let time = 0; time < 20; time += 1) {
    outages.mail.reportFailure(refused());
    outages.mail.reportSuccess();
    vi.advanceTimersByTime(1500);
  }
  expect(logged).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(logged.map(([, text]) => text)).toEqual(['service unavailable', 'service recovered']);
});

test('each service has its own outage', () => {
  outages.database.reportFailure();
  outages.mail.reportFailure(refused());
  outages.mail.reportSuccess();
  vi.advanceTimersByTime(2000);
  expect(logged.map(([, text, details]) => [text, details])).toMatchObject([
    ['service unavailable', { part: 'database', reason: 'silent' }],
    ['service unavailable', { part: 'mail' }],
    ['service recovered', { part: 'mail' }],
  ]);
});
