import { z } from 'zod';
import { data, endpoint } from './endpoint.ts';

// Change feed: which record staff saved, who and when. Clients that need the content fetch the record.

/** Age in ms of the oldest changes that a client gets if it names no known change. */
export const CHANGE_FEED_WINDOW_MS = 60_000;
/** Limit of changes in one response. A client that missed more reloads its data. */
export const MAX_CHANGES = 200;

export const change = z.object({
  id: z.number(),
  /** The table, as in the resource's description. */
  entity: z.string(),
  /** Null if several records changed. */
  uuid: z.string().nullable(),
  action: z.string(),
  at: z.string(),
  by: z.string().nullable(),
  /** True if the caller made the change, in any window. */
  own: z.boolean(),
});
export type Change = z.output<typeof change>;

export const changeFeed = z.object({
  /** Number of the newest change. As `since`, it requests the changes after it. */
  last: z.number(),
  /** True if there were too many changes, or if the number is unknown here: anything may have changed. */
  missed: z.boolean(),
  changes: z.array(change),
});
export type ChangeFeed = z.output<typeof changeFeed>;

export const readChangeFeed = endpoint({
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
  answers: { 200: data(changeFeed) },
  // A person, or all users together, have too many open streams.
  failures: ['too_many'],
});
