import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readBranches, refreshStore } from './branchList.browser.ts';
import type { BranchSummary } from './branchSummary.contract.ts';
import { chooseStore, forgetStore, goneStore, onStoreChange, readStore } from './myStore.browser.ts';
import { todayInWords } from './today.browser.ts';

/** A moment by the clock of São Paulo, three hours behind UTC. 2026-12-24 is a Thursday. */
const at = (day: number, time: string) => new Date(`2026-12-${day}T${time}:00-03:00`);
const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '07:00', closes: '22:00' }));

describe('today at the own store', () => {
  const special = [
    { date: '2026-12-24', reason: 'Véspera de Natal', spans: [{ opens: '07:00', closes: '02:00' }] },
    { date: '2026-12-25', reason: 'Natal', spans: [] },
  ];

  test.each([
    [at(23, '12:00'), true, 'Hoje aberto até 22h', ''],
    [at(23, '22:00'), false, 'Abre amanhã às 7h', ''],
    [at(24, '06:59'), false, 'Abre às 7h', 'Véspera de Natal'],
    [at(24, '23:59'), true, 'Hoje aberto até 2h', 'Véspera de Natal'],
    // What began the evening before goes on, though this day is closed.
    [at(25, '01:59'), true, 'Hoje aberto até 2h', 'Natal'],
    [at(25, '02:00'), false, 'Hoje fechado: Natal', 'Abre amanhã às 7h'],
    [at(25, '23:59'), false, 'Hoje fechado: Natal', 'Abre amanhã às 7h'],
    [at(26, '00:00'), false, 'Abre às 7h', ''],
  ])('%s', (now, open, text, more) => {
    expect(todayInWords(hours, now, special)).toEqual({ open, text, more });
  });

  test('opens on another day, or all day long, and nobody knows', () => {
    const thursday = [{ weekday: 4, opens: '07:00', closes: '22:00' }];
    expect(todayInWords(thursday, at(21, '12:00'), [])?.text).toBe('Abre quinta às 7h');
    const always = hours.map((day) => ({ ...day, opens: '00:00', closes: '00:00' }));
    expect(todayInWords(always, at(23, '12:00'), [])?.text).toBe('Hoje aberto 24 horas');
    expect(todayInWords([], at(23, '12:00'), special)).toBeNull();
  });
});

describe('what is kept on the device', () => {
  const centro = { uuid: 'c', name: 'Centro', hours } as unknown as BranchSummary;
  const norte = { uuid: 'n', name: 'Norte', hours } as unknown as BranchSummary;
  let kept: Map<string, string>;
  let refuses: boolean;
  let answers: BranchSummary[] | null;
  const asked: string[] = [];

  beforeEach(() => {
    vi.useFakeTimers({ now: at(23, '12:00') });
    kept = new Map();
    refuses = false;
    answers = [centro, norte];
    asked.length = 0;
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
    vi.stubGlobal('document', { querySelector: () => ({ content: '/api' }) });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem(key: string, value: string) {
        if (refuses) throw new Error('full');
        kept.set(key, value);
      },
      removeItem: (key: string) => kept.delete(key),
    });
    vi.stubGlobal('fetch', async (url: string, { cache }: RequestInit) => {
      asked.push(`${cache} ${url}`);
      if (!answers) throw new TypeError('offline');
      return Response.json({ data: answers });
    });
  });
  afterEach(() => {
    forgetStore();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test('is the one store, heard of in this tab and in others', () => {
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
    expect(kept.size).toBe(0);
  });

  test('is asked anew after five minutes, of all branches, so that nobody tells which is theirs', async () => {
    chooseStore(centro);
    await refreshStore();
    expect(asked).toEqual([]);
    answers = [{ ...centro, name: 'Centro Novo' }, norte];
    vi.advanceTimersByTime(5 * 60_000);
    await refreshStore();
    expect(asked).toEqual(['no-cache /api/site/branches/summary']);
    expect(readStore()?.name).toBe('Centro Novo');
  });

  test('leaves its name when it has gone, and stays while nobody can tell', async () => {
    chooseStore(centro);
    vi.advanceTimersByTime(10 * 60_000);
    answers = null;
    await refreshStore();
    await expect(readBranches()).rejects.toThrow('offline');
    expect(asked).toEqual(
      ['no-cache', 'no-cache', 'force-cache'].map((cache) => `${cache} /api/site/branches/summary`),
    );
    expect(readStore()?.uuid).toBe('c');
    answers = [norte];
    await refreshStore();
    expect([readStore(), goneStore()]).toEqual([null, 'Centro']);
  });

  test('holds on the page where the browser refuses storage, and survives what is no store', () => {
    refuses = true;
    chooseStore(norte);
    expect(readStore()?.uuid).toBe('n');
    refuses = false;
    forgetStore();
    for (const text of ['{', '"c"', '{"uuid":1}', '[]']) {
      kept.set('vitrine.store', text);
      expect([readStore(), goneStore()]).toEqual([null, null]);
    }
  });
});
