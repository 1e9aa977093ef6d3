import { z } from 'zod';
import { data, endpoint } from './endpoint.ts';

// What staff save, as it happens: which record of which table, who and when, and nothing of what it says. Whoever
// wants to know that asks for the record.

/** How long ago, at most, is told to whoever names no change that they know. */
export const RECENT_MS = 60_000;
/** More than so many at once are not named: whoever missed them reads anew what they show. */
export const MOST_CHANGES = 200;

export const change = z.object({
  id: z.number(),
  /** The table, as descriptions of resources have it. */
  entity: z.string(),
  /** Null where it is about several. */
  uuid: z.string().nullable(),
  action: z.string(),
  at: z.string(),
  by: z.string().nullable(),
  /** Whether the caller did it, in this window or another. */
  own: z.boolean(),
});
export type Change = z.output<typeof change>;

export const changes = z.object({
  /** The number of the last one there is; named as `since`, those after it are told. */
  last: z.number(),
  /** There were too many, or the number named is not known here: anything may have changed. */
  missed: z.boolean(),
  changes: z.array(change),
});
export type Changes = z.output<typeof changes>;

export const readChanges = endpoint({
  method: 'GET',
  path: '/admin/changes',
  summary:
    'O que a equipe salvou há pouco; com `Accept: text/event-stream`, também o que salva a partir de agora',
  needs: 'signed-in',
  query: z.object({
    since: z.coerce
      .number()
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .catch(undefined)
      .describe('O número da última mudança que você conhece (`last`). Sem ele, vem o último minuto.'),
  }),
  answers: { 200: data(changes) },
  // Too many windows of one person, or in all, that follow.
  failures: ['too_many'],
});
