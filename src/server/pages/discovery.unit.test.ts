import { expect, test } from 'vitest';
import { SCHEDULE_COLUMNS, TABLES_BY_PAGE } from '../../content/sitemapEntries/sitemapEntry.service.ts';

test('each page changes with these tables', () => {
  const shown = Object.entries(TABLES_BY_PAGE).map(([page, tables]) => [page, tables.toSorted()]);
  expect(Object.fromEntries(shown)).toEqual({
    '/': [
      'about_items',
      'abouts',
      'banners',
      'branches',
      'daily_booklets',
      'exceptions',
      'fortnightly_booklets',
      'offers',
    ],
    '/branches': ['branches', 'exceptions'],
    '/booklets-day': ['daily_booklets', 'offers'],
    '/offers': ['offers'],
    '/booklet': ['fortnightly_booklets'],
    '/tips-and-recipes': ['recipe_categories', 'recipes'],
    '/debit-cards': ['about_items', 'abouts', 'branches', 'card_terms', 'phones', 'questions'],
    '/help': ['company_information', 'office_hours', 'phones', 'questions'],
    '/shopping': ['about_items', 'abouts', 'exceptions', 'movies', 'shops'],
    '/shops': ['shops'],
    '/cinema': [
      'about_items',
      'abouts',
      'exceptions',
      'movies',
      'screenings',
      'ticket_office_items',
      'ticket_offices',
      'videos',
    ],
    '/contacts': ['company_information', 'exceptions', 'office_hours', 'phones'],
    '/vacancies': ['vacancies'],
    '/work-with-us': ['vacancies'],
    '/about': ['about_items', 'abouts', 'company_information'],
    '/privacy': ['company_information'],
    '/accessibility': ['company_information'],
  });
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
