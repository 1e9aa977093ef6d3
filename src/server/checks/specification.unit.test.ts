import { describe, expect, test } from 'vitest';
import type { Deps } from '../../platform/deps.ts';
import { features } from '../features.ts';

const endpoints = features.flatMap(({ routes }) =>
  routes ? routes({} as Deps).map(({ endpoint }) => endpoint) : [],
);
const served = endpoints.map(({ method, path }) => `${method} ${path}`);

const crud = (path: string, update: 'POST' | 'PUT') => [
  `GET /admin/${path}`,
  `GET /admin/${path}/details/:uuid`,
  `POST /admin/${path}/store`,
  `${update} /admin/${path}/update/:uuid`,
  `DELETE /admin/${path}/destroy/:uuid`,
];
const single = (path: string) => [`GET /admin/${path}`, `POST /admin/${path}/store`];

/** Endpoints of section 7 of the specification. */
const specified = [
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/validate-token',
  'POST /auth/forgot-it',
  'POST /auth/verification-code',
  'POST /auth/reset-password',
  'GET /site/booklets/fortnightly',
  'GET /site/home',
  'GET /site/branches',
  'GET /site/revenues',
  'GET /site/revenues/details/:uuid',
  'GET /site/information',
  'GET /site/phones',
  'GET /site/about-credit-cards',
  'GET /site/daily-booklets',
  'POST /site/work-with-us',
  ...crud('banners', 'POST'),
  ...single('information'),
  ...crud('phones', 'PUT'),
  ...crud('office-hours', 'PUT'),
  'GET /admin/work-with-us',
  'GET /admin/work-with-us/details/:uuid',
  'DELETE /admin/work-with-us/destroy/:uuid',
  ...crud('abouts', 'PUT'),
  'GET /admin/all-abouts',
  ...single('about-hypermarkets'),
  ...single('about-shoppings'),
  ...single('about-credit-cards'),
  ...single('about-movie-theaters'),
  ...crud('about-items', 'PUT'),
  ...crud('revenue-categories', 'PUT'),
  ...crud('revenues', 'POST'),
  ...crud('branches', 'POST'),
  'DELETE /admin/branches/destroy/gallery-img/:uuid',
  ...crud('shops', 'POST'),
  'DELETE /admin/shops/destroy/gallery-img/:uuid',
  ...single('ticket-offices'),
  ...crud('ticket-office-items', 'PUT'),
  ...crud('movies', 'POST'),
  ...single('booklets/fortnightly'),
  ...crud('daily-booklets', 'POST'),
  'GET /admin/vacancies',
  'DELETE /admin/vacancies/destroy/:uuid',
  ...single('videos'),
];

/** Endpoints that the rulings add. */
const added = [
  'GET /admin/vacancies/details/:uuid',
  'POST /admin/vacancies/store',
  'PUT /admin/vacancies/update/:uuid',
  'GET /site/shops',
  'GET /site/shops/details/:uuid',
  'GET /site/movies',
  'GET /site/movies/details/:uuid',
  'GET /site/ticket-office',
  'GET /site/about-shoppings',
  'GET /site/about-movie-theaters',
  'GET /site/office-hours',
  'GET /site/video',
  'GET /site/vacancies',
];

describe('endpoints of the specification', () => {
  test.each([...specified, ...added])('%s exists', (call) => {
    expect(served).toContain(call);
  });

  test('declares each endpoint once', () => {
    expect(served.filter((call, index) => served.indexOf(call) !== index)).toEqual([]);
  });
});
