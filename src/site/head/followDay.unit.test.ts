import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import PAGE_SCRIPT from './page.ts?script';

/**
 * Runs the head script in a tab with a test clock; returns the current CSS rules, or null if there are none.
 */
function openTab({
  day,
  temporal = true,
  until = [],
}: {
  day: string | null;
  temporal?: boolean;
  /** Last days of the prices on the page. */
  until?: string[];
}) {
  const prices = until.map((last) => ({ dataset: { until: last } as Record<string, string> }));
  let rules: string | null = null;
  let now = 0;
  let formatters = 0;
  const heard = new Map<string, () => void>();
  class Sheet {
    replaceSync(text: string) {
      rules = text;
    }
  }
  const listen = (type: string, listener: () => void) => void heard.set(type, listener);
  const document = {
    adoptedStyleSheets: [] as Sheet[],
    addEventListener: listen,
    querySelector: () => (day ? { dataset: { day } } : null),
    querySelectorAll: () => prices,
  };
  class TabDate extends Date {
    static override now = () => now;
    override toLocaleDateString(...options: Parameters<Date['toLocaleDateString']>) {
      formatters += 1;
      return super.toLocaleDateString(...options);
    }
  }
  const context = createContext({
    document,
    CSSStyleSheet: Sheet,
    Date: TabDate,
    Temporal: temporal ? Temporal : undefined,
    addEventListener: listen,
    setInterval: (listener: () => void) => listen('interval', listener),
  });
  runInContext(PAGE_SCRIPT, context);
  return {
    at(instant: string, event = 'interval') {
      now = Date.parse(instant);
      heard.get(event)?.();
      return rules;
    },
    formatters: () => formatters,
    /** Tells of each price whether it is marked as one of the past. */
    areOver: () => prices.map(({ dataset }) => 'day' in dataset),
  };
}
/** Returns a matcher of rules that hide all texts of other days than `day`. */
const past = (day: string) => expect.stringContaining(`[data-day]:not([data-day="${day}"])::after`);

describe.each([true, false])('the day of a tab (Temporal: %s)', (temporal) => {
  test('changes the day at midnight in São Paulo, whatever event wakes the tab', () => {
    for (const event of ['interval', 'visibilitychange', 'pageshow']) {
      const tab = openTab({ day: '2026-11-21', temporal });
      expect(tab.at('2026-11-21T12:00:00Z', 'DOMContentLoaded')).toEqual(past('2026-11-21'));
      expect(tab.at('2026-11-22T02:59:59.999Z', event)).toEqual(past('2026-11-21'));
      expect(tab.at('2026-11-22T03:00:00Z', event)).toEqual(past('2026-11-22'));
      expect(tab.at('2026-12-24T03:00:00Z', event)).toEqual(past('2026-12-24'));
    }
  });

  test('follows the time zone by its name, including past daylight saving time', () => {
    const tab = openTab({ day: '2018-12-21', temporal });
    expect(tab.at('2018-12-22T01:59:59Z')).toEqual(past('2018-12-21'));
    expect(tab.at('2018-12-22T02:00:00Z')).toEqual(past('2018-12-22'));
  });
});

test('marks prices whose last day is over, and none on that day', () => {
  const tab = openTab({ day: '2026-11-21', until: ['2026-11-21', '2026-11-22'] });
  tab.at('2026-11-21T12:00:00Z', 'DOMContentLoaded');
  expect(tab.areOver()).toEqual([false, false]);
  tab.at('2026-11-22T12:00:00Z');
  expect(tab.areOver()).toEqual([true, false]);
  tab.at('2026-11-29T12:00:00Z');
  expect(tab.areOver()).toEqual([true, true]);
});

test('creates no date formatter during most of the day', () => {
  const tab = openTab({ day: '2026-11-21', temporal: false });
  for (let hour = 4; hour < 24; hour += 1) tab.at(`2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`);
  expect(tab.formatters()).toBe(0);
  tab.at('2026-11-22T12:00:00Z');
  expect(tab.formatters()).toBe(1);
});

test('ignores pages without a day, and browsers without constructable stylesheets', () => {
  expect(openTab({ day: null }).at('2026-11-22T12:00:00Z')).toBeNull();
  expect(() => runInContext(PAGE_SCRIPT, createContext({}))).not.toThrow();
});
