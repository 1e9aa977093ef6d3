import { z } from 'zod';
import { data, endpoint } from '../../contract/endpoint.ts';

/** The four texts about the chain; an about's id is its type. */
export const ABOUT_TYPES = { hypermarket: 1, shopping: 2, cinema: 3, card: 4 } as const;

export const aboutItem = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  description: z.string(),
});

export const aboutPage = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  about_items: z.array(aboutItem),
});
export type AboutPage = z.output<typeof aboutPage>;

export const siteAboutCreditCards = endpoint({
  method: 'GET',
  path: '/site/about-credit-cards',
  summary: 'Sobre o cartão',
  answers: { 200: data(aboutPage), 204: null },
  cached: true,
});
