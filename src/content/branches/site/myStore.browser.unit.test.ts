import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BranchSummary } from '../branchSummary.contract.ts';
import { fetchBranchSummaries, refreshStore } from './branchSummaries.browser.ts';
import { chooseStore, forgetStore, onStoreChange, readStore, removedStoreName } from './myStore.browser.ts';
import { todayInWords } from './today.browser.ts';

/** Returns a time in São Paulo (UTC-3). 2026-12-24 is a Thursday. */
const at = (day: number, time: string) => new Date(`2026-12-${day}T${time}:00-03:00`);
const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '07:00', closes: '22:00' }));

describe('own store today', () => {
  const special = [
    { date: '2026-12-24', reason: 'Véspera de Natal', spans: [{ opens: '07:00', closes: '02:00' }] },
    { date: '2026-12-25', reason: 'Natal', spans: [] },
  ];

  test.each([
    [at(23, '12:00'), true, 'Hoje aberto até 22h', ''],
    [at(23, '22:00'), false, 'Abre amanhã às 7h', ''],
    [at(24, '06:59'), false, 'Abre às 7h', 'Véspera de Natal'],
    [at(24, '23:59'), true, 'Hoje aberto até 2h', 'Véspera de Natal'],
    // The evening before lasts past midnight, though this day is closed.
    [at(25, '01:59'), true, 'Hoje aberto até 2h', 'Natal'],
    [at(25, '02:00'), false, 'Hoje fechado: Natal', 'Abre amanhã às 7h'],
    [at(25, '23:59'), false, 'Hoje fechado: Natal', 'Abre amanhã às 7h'],
    [at(26, '00:00'), false, 'Abre às 7h', ''],
  ])('describes the own store at %s', (now, open, text, more) => {
    expect(todayInWords(hours, now, special)).toEqual({ open, text, more });
  });

  test('names another weekday, shows 24 hours, and returns null for unknown hours', () => {
    const thursday = [{ weekday: 4, opens: '07:00', closes: '22:00' }];
    expect(todayInWords(thursday, at(21, '12:00'), [])?.text).toBe('Abre quinta às 7h');
    const always = hours.map((day) => ({ ...day, opens: '00:00', closes: '00:00' }));
    expect(todayInWords(always, at(23, '12:00'), [])?.text).toBe('Hoje aberto 24 horas');
    expect(todayInWords([], at(23, '12:00'), special)).toBeNull();
  });
});

describe('stored choice', () => {
  const centro = { uuid: 'c', name: 'Centro', hours } as unknown as BranchSummary;
  const norte = { uuid: 'n', name: 'Norte', hours } as unknown as BranchSummary;
  let stored: Map<string, string>;
  let refuses: boolean;
  let answers: BranchSummary[] | null;
  const requests: string[] = [];

  beforeEach(() => {
    vi.useFakeTimers({ now: at(23, '12:00') });
    stored = new Map();
    refuses = false;
    answers = [centro, norte];
    requests.length = 0;
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
    vi.stubGlobal('document', { querySelector: () => ({ content: '/api' }) });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem(key: string, value: string) {
        if (refuses) throw new Error('full');
        stored.set(key, value);
      },
      removeItem: (key: string) => stored.delete(key),
    });
    vi.stubGlobal('fetch', async (url: string, { cache }: RequestInit) => {
      requests.push(`${cache} ${url}`);
      if (!answers) throw new TypeError('offline');
      return Response.json({ data: answers });
    });
  });
  afterEach(() => {
    forgetStore();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test('stores one store and notifies this tab and others', () => {
    const heard = vi.fn();
    onStoreChange(heard);
    chooseStore(centro);
    expect(readStore()).toMatchObject({ uuid: 'c', read: Date.now() });
    expect(heard).toHaveBeenCalledTimes(1);
    dispatchEvent(Object.assign(new Event('storage'), { key: 'vitrine.store' }));
    dispatchEvent(Object.assign(new Event('storage'), { key: 'vitrine.token' }));
    expect(heard).toHaveBeenCalledTimes(2);
    forgetStore();
    expect(readStore()).toBeNull();
    expect(stored.size).toBe(0);
  });

  test('refreshes after five minutes by fetching all branches, so that no request reveals the choice', async () => {
    chooseStore(centro);
    await refreshStore();
    expect(requests).toEqual([]);
    answers = [{ ...centro, name: 'Centro Novo' }, norte];
    vi.advanceTimersByTime(5 * 60_000);
    await refreshStore();
    expect(requests).toEqual(['no-cache /api/site/branches/summary']);
    expect(readStore()?.name).toBe('Centro Novo');
  });

  test('keeps the store while the request fails, and its name after it was removed', async () => {
    chooseStore(centro);
    vi.advanceTimersByTime(10 * 60_000);
    answers = null;
    await refreshStore();
    await expect(fetchBranchSummaries()).rejects.toThrow('offline');
    expect(requests).toEqual(
      ['no-cache', 'no-cache', 'force-cache'].map((cache) => `${cache} /api/site/branches/summary`),
    );
    expect(readStore()?.uuid).toBe('c');
    answers = [norte];
    await refreshStore();
    expect([readStore(), removedStoreName()]).toEqual([null, 'Centro']);
  });

  test('lasts for the page when the browser refuses storage, and ignores malformed content', () => {
    refuses = true;
    chooseStore(norte);
    expect(readStore()?.uuid).toBe('n');
    refuses = false;
    forgetStore();
    for (const text of ['{', '"c"', '{"uuid":1}', '[]']) {
      stored.set('vitrine.store', text);
      expect([readStore(), removedStoreName()]).toEqual([null, null]);
    }
  });
});
