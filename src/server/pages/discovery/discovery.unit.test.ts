import { expect, test } from 'vitest';
import { resources } from '../../../content/resources.ts';
import { SCHEDULE_COLUMNS } from '../../../content/sitemapEntries/sitemapEntry.service.ts';
import { pagesShowing } from '../../../shared/sitePages.ts';

test('some page shows the records of each resource except applications', () => {
  const hidden = resources.filter(({ table }) => pagesShowing(table).length === 0);
  expect(hidden.map(({ table }) => table)).toEqual(['job_applications']);
});

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
