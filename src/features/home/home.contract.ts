import { z } from 'zod';
import { data, endpoint } from '../../contract/endpoint.ts';
import { aboutPage } from '../abouts/about.contract.ts';
import { publicBanner } from '../banners/banner.contract.ts';
import { fortnightlyBooklet } from '../booklets/booklet.contract.ts';
import { branch } from '../branches/branch.contract.ts';

export const home = z.object({
  banners: z.array(publicBanner),
  booklet_fortnightly: fortnightlyBooklet.nullable(),
  about_hypermarket: aboutPage.nullable(),
  about_credit_card: aboutPage.nullable(),
  branches: z.array(branch),
});
export type Home = z.output<typeof home>;

export const siteHome = endpoint({
  method: 'GET',
  path: '/site/home',
  summary: 'Tudo da página inicial',
  answers: { 200: data(home) },
  cached: true,
});
