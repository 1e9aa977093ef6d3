import { expect, test } from 'vitest';
import { SCHEDULE_COLUMNS } from '../../content/sitemapEntries/sitemapEntry.service.ts';

test('these columns schedule changes by date', () => {
  expect(SCHEDULE_COLUMNS.map((turn) => turn.join(' ')).sort()).toEqual([
    'banners ends_at instant',
    'banners starts_at instant',
    'daily_booklets start_date first day',
    'daily_booklets start_date last day',
    'fortnightly_booklets shown_from instant',
    'fortnightly_booklets valid_until last day',
    'movies release_date first day',
    'offers valid_from first day',
    'offers valid_until last day',
    'screenings starts_at instant',
    'vacancies open_until last day',
  ]);
});
