import type { Office, Resource } from '../contract/resource.ts';
import { abouts } from './abouts/about.resource.ts';
import { aboutItems } from './abouts/aboutItem.resource.ts';
import { cardTerms } from './abouts/cardTerm.resource.ts';
import { applications } from './applications/application.resource.ts';
import { banners } from './banners/banner.resource.ts';
import { dailyBooklets } from './booklets/dailyBooklet.resource.ts';
import { fortnightlyBooklets } from './booklets/fortnightlyBooklet.resource.ts';
import { branches } from './branches/branch.resource.ts';
import { company } from './company/company.resource.ts';
import { exceptions } from './exceptions/exception.resource.ts';
import { movies } from './movies/movie.resource.ts';
import { offers } from './offers/offer.resource.ts';
import { officeHours } from './officeHours/officeHours.resource.ts';
import { phones } from './phones/phone.resource.ts';
import { questions } from './questions/question.resource.ts';
import { recipes } from './recipes/recipe.resource.ts';
import { recipeCategories } from './recipes/recipeCategory.resource.ts';
import { screenings } from './screenings/screening.resource.ts';
import { shops } from './shops/shop.resource.ts';
import { team } from './team.ts';
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
  officeHours,
  questions,
  abouts,
  aboutItems,
  cardTerms,
  vacancies,
  applications,
  recipeCategories,
  recipes,
  branches,
  exceptions,
  shops,
  ticketOffice,
  ticketOfficeItems,
  movies,
  screenings,
] as const satisfies readonly Resource[];

type AnyResource = (typeof resources)[number];

declare module '../contract/needs.ts' {
  interface Areas extends Record<AnyResource['area'], true> {}
}

type AnyScreen =
  | AnyResource
  | Extract<AnyResource, { also: unknown }>['also'][number]
  | (typeof team)[number];
export type IconName = AnyScreen['office']['menu']['icon'];

/** Finds the resource of a table, the name by which the audit log knows it. */
export const resourceOf = (table: string): Resource | undefined =>
  resources.find((known) => known.table === table);

/**
 * Screens with their own menu entry: those of resources, their additional ones (`also`), and those of the
 * team.
 */
export const offices: readonly (Office & { area: string })[] = [
  ...resources.flatMap((known: Resource) => [
    known,
    ...(known.also ?? []).map((also) => ({ ...also, area: known.area })),
  ]),
  ...team,
];
