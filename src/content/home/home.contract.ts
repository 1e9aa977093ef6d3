import { z } from 'zod';
import { data, endpoint } from '../../shared/endpoint.ts';
import { publicAboutPage } from '../aboutPages/aboutPage.contract.ts';
import { publicBanner } from '../banners/banner.contract.ts';
import { fortnightlyBooklet } from '../booklets/booklet.contract.ts';
import { branchRecord } from '../branches/branch.contract.ts';

export const home = z.object({
  banners: z.array(publicBanner),
  booklet_fortnightly: fortnightlyBooklet.nullable(),
  about_hypermarket: publicAboutPage.nullable(),
  about_credit_card: publicAboutPage.nullable(),
  branches: z.array(branchRecord.publicOutput),
});

export const siteHome = endpoint({
  method: 'GET',
  path: '/site/home',
  summary: 'Tudo da página inicial',
  answers: { 200: data(home) },
  cached: true,
});
