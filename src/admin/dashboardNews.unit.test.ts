import { expect, test } from 'vitest';
import type { Banner } from '../features/banners/banner.contract.ts';
import { dashboardNews } from './dashboardNews.ts';

const now = new Date('2026-11-21T12:00:00-03:00');

function banner(title: string, over: Partial<Banner> = {}): Banner {
  return {
    id: 1,
    uuid: title,
    title,
    alt: 'Uma cesta cheia',
    link: null,
    position: 1,
    starts_at: null,
    ends_at: null,
    file: { url_s3: '/x.webp', width: null, height: null, alt: null, variants: [], placeholder: null },
    version: 1,
    updated_at: '2026-11-01T10:00:00Z',
    ...over,
  };
}

test('banners are counted as live, scheduled or over', () => {
  const news = dashboardNews(
    [
      banner('sempre', { position: 2 }),
      banner('até agora', { ends_at: now.toISOString() }),
      banner('desde agora', { starts_at: now.toISOString() }),
      banner('amanhã', { starts_at: '2026-11-22T08:00:00-03:00' }),
      banner('ontem', { ends_at: '2026-11-20T08:00:00-03:00' }),
    ],
    now,
  );
  expect(news).toMatchObject({ scheduled: 1, ended: 2 });
  expect(news.live.map(({ title }) => title)).toEqual(['desde agora', 'sempre']);
});

test('a missing alternative text waits, unless the banner is over', () => {
  const news = dashboardNews(
    [
      banner('com texto'),
      banner('sem texto', { alt: null }),
      banner('agendado', { alt: '', starts_at: '2026-12-22T08:00:00-03:00' }),
      banner('acabou', { alt: null, ends_at: '2026-11-20T08:00:00-03:00' }),
    ],
    now,
  );
  expect(news.withoutAlt.map(({ title }) => title)).toEqual(['sem texto', 'agendado']);
});

test('what turns within seven days comes soonest first, in days of the chain’s calendar', () => {
  const news = dashboardNews(
    [
      banner('longe', { ends_at: '2026-11-28T12:00:01-03:00' }),
      banner('semana', { starts_at: '2026-11-28T12:00:00-03:00' }),
      banner('hoje', { starts_at: '2026-11-21T23:30:00-03:00', ends_at: '2026-11-22T00:30:00-03:00' }),
    ],
    now,
  );
  expect(news.soon.map(({ banner, kind, inDays }) => [banner.title, kind, inDays])).toEqual([
    ['hoje', 'starts', 0],
    ['hoje', 'ends', 1],
    ['semana', 'starts', 7],
  ]);
});

test('the newest changes come first', () => {
  const news = dashboardNews(
    [1, 3, 2, 6, 5, 4].map((day) => banner(`dia ${day}`, { updated_at: `2026-11-0${day}T10:00:00Z` })),
    now,
  );
  expect(news.changed.map(({ title }) => title)).toEqual(['dia 6', 'dia 5', 'dia 4', 'dia 3', 'dia 2']);
});
