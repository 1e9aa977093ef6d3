import { registerResources } from '../records/define/resources.ts';
import type { Resource } from '../shared/resource.ts';
import { aboutItems } from './aboutPages/aboutItem.resource.ts';
import { aboutPages } from './aboutPages/aboutPage.resource.ts';
import { cardTerms } from './aboutPages/cardTerm.resource.ts';
import { applications } from './applications/application.resource.ts';
import { banners } from './banners/banner.resource.ts';
import { fortnightlyBooklets } from './booklets/fortnightlyBooklet.resource.ts';
import { branches } from './branches/branch.resource.ts';
import { company } from './company/company.resource.ts';
import { dailyBooklets } from './dailyOffers/dailyBooklet.resource.ts';
import { movies } from './movies/movie.resource.ts';
import { offers } from './offers/offer.resource.ts';
import { phoneServiceHours } from './phoneServiceHours/phoneServiceHours.resource.ts';
import { phones } from './phones/phone.resource.ts';
import { questions } from './questions/question.resource.ts';
import { recipes } from './recipes/recipe.resource.ts';
import { recipeCategories } from './recipes/recipeCategory.resource.ts';
import { screenings } from './screenings/screening.resource.ts';
import { shops } from './shops/shop.resource.ts';
import { specialDays } from './specialDays/specialDay.resource.ts';
import { ticketOffice } from './ticketOffice/ticketOffice.resource.ts';
import { ticketOfficeItems } from './ticketOffice/ticketOfficeItem.resource.ts';
import { vacancies } from './vacancies/vacancy.resource.ts';
import { videos } from './videos/video.resource.ts';

/** All resources, in the order of the menu. */
export const resources = [
  videos,
  banners,
  offers,
  dailyBooklets,
  fortnightlyBooklets,
  company,
  phones,
  phoneServiceHours,
  questions,
  aboutPages,
  aboutItems,
  cardTerms,
  vacancies,
  applications,
  recipeCategories,
  recipes,
  branches,
  specialDays,
  shops,
  ticketOffice,
  ticketOfficeItems,
  movies,
  screenings,
] as const satisfies readonly Resource[];

registerResources(resources);

/** Returns the folder in `src/content` that has a resource and its screens. */
export const folderOf = ({ office }: Pick<Resource, 'office'>): string =>
  Object.values(office.screens)[0]?.split('/')[1] ?? '';

type AnyResource = (typeof resources)[number];

declare module '../shared/permissions.ts' {
  interface Areas extends Record<AnyResource['area'], true> {}
}

declare module '../records/define/resources.ts' {
  interface ResourceTables extends Record<AnyResource['table'], true> {}
}

type AnyScreen = AnyResource | Extract<AnyResource, { also: unknown }>['also'][number];
/** Names of the icons in the menu entries of resources. */
export type ResourceIcon = AnyScreen['office']['menu']['icon'];
