import { z } from 'zod';
import { endpoint } from '../../shared/endpoint.ts';
import { listResponse } from '../../shared/list.ts';
import { branchRecord } from './branch.contract.ts';

/** Fields of a branch that a browser stores for the shopper's own store. */
export const branchSummary = branchRecord.publicOutput
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
    /** `tel:` link; null if the phone is not a single number. */
    phone_link: z.string().nullable(),
    /** WhatsApp link; null if no phone is a mobile number. */
    whatsapp_link: z.string().nullable(),
    /** Special days from yesterday to two weeks ahead; a day without spans is closed. */
    special_days: z.array(
      z.object({
        date: z.string(),
        reason: z.string(),
        spans: z.array(z.object({ opens: z.string(), closes: z.string() })),
      }),
    ),
  });
export type BranchSummary = z.output<typeof branchSummary>;

/** Extension of the specification: always all branches, so that a request does not reveal the shopper's own. */
export const siteBranchSummaries = endpoint({
  method: 'GET',
  path: '/site/branches/summary',
  summary: 'Filiais em poucas palavras: telefone, horários e os próximos dias diferentes',
  answers: { 200: listResponse(branchSummary) },
  cached: true,
});
