import { z } from 'zod';
import { data, endpoint } from '../../contract/endpoint.ts';
import { imageFile } from '../../contract/image.ts';

declare module '../../contract/needs.ts' {
  interface Areas {
    dashboard: true;
  }
}

/** Something that goes up or comes down by itself soon. */
const turn = z.object({
  kind: z.enum([
    'banner_starts',
    'banner_ends',
    'leaflet_ends',
    'booklet_starts',
    'booklet_ends',
    'vacancy_ends',
    'movie_starts',
  ]),
  /** Absent where there is one of its kind only. */
  uuid: z.string().nullable(),
  title: z.string().nullable(),
  /** An instant for banners, a day (`YYYY-MM-DD`) for the rest: the last on which it holds, or the first. */
  at: z.string(),
  /** Days from today by the calendar of the chain: 0 is today. */
  in_days: z.number(),
});
export type Turn = z.output<typeof turn>;

const change = z.object({
  at: z.string(),
  user_name: z.string().nullable(),
  action: z.string(),
  entity: z.string(),
  uuid: z.string().nullable(),
  /** What the record is called, where it has a name and is no personal matter. */
  name: z.string().nullable(),
  /** Whether it is still there to be opened. */
  exists: z.boolean(),
});
export type Change = z.output<typeof change>;

export const dashboard = z.object({
  /** `YYYY-MM-DD` by the chain's calendar. */
  today: z.string(),
  live: z.object({ banners: z.number(), leaflets: z.number(), movies: z.number(), recipes: z.number() }),
  waiting: z.object({
    /** Received within the last seven days, the newest by name. */
    applications: z.object({
      count: z.number(),
      newest: z
        .object({ uuid: z.string(), name: z.string(), vacancy: z.string(), created_at: z.string() })
        .nullable(),
    }),
    banners_without_alt: z.array(z.object({ uuid: z.string(), title: z.string(), file: imageFile })),
    leaflets_of_tomorrow: z.number(),
    booklet: z.enum(['missing', 'over', 'current']),
    company: z.boolean(),
    /** Types of abouts that have no text yet. */
    abouts: z.array(z.number()),
  }),
  leaflets: z.array(z.object({ uuid: z.string(), photos: imageFile })),
  soon: z.array(turn),
  changed: z.array(change),
});
export type Dashboard = z.output<typeof dashboard>;

/** An addition: what a person needs to know on arrival. */
export const getDashboard = endpoint({
  method: 'GET',
  path: '/admin/dashboard',
  summary: 'O que está no ar, o que espera e o que vence em breve',
  needs: 'dashboard.read',
  answers: { 200: data(dashboard) },
});
