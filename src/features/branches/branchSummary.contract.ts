import { z } from 'zod';
import { endpoint } from '../../contract/endpoint.ts';
import { list } from '../../contract/list.ts';
import { branch } from './branch.contract.ts';

/** As much of a branch as a browser keeps of the shopper's own. */
export const branchSummary = branch
  .pick({
    uuid: true,
    name: true,
    city: true,
    state: true,
    phone: true,
    latitude: true,
    longitude: true,
    hours: true,
    time_zone: true,
  })
  .extend({
    /** Calls it; null where its phone is no single number. */
    phone_link: z.string().nullable(),
    /** Null where none of its phones is a mobile one. */
    whatsapp_link: z.string().nullable(),
    /** Days that are not as usual, from yesterday to two weeks ahead; without spans it is closed. */
    special_days: z.array(
      z.object({
        date: z.string(),
        reason: z.string(),
        spans: z.array(z.object({ opens: z.string(), closes: z.string() })),
      }),
    ),
  });
export type BranchSummary = z.output<typeof branchSummary>;

/**
 * An addition. Always of all branches, so that whoever asks does not say which is theirs.
 */
export const siteBranchSummaries = endpoint({
  method: 'GET',
  path: '/site/branches/summary',
  summary: 'Filiais em poucas palavras: telefone, horários e os próximos dias diferentes',
  answers: { 200: list(branchSummary) },
  cached: true,
});
