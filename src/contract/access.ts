import { z } from 'zod';
import { data, endpoint } from './endpoint.ts';
import { VERBS } from './needs.ts';

/** What a screen says to whoever may not do everything on it. */
export const whoMay = endpoint({
  method: 'GET',
  path: '/admin/access/:area',
  summary: 'Diz quem pode o quê em uma área',
  needs: 'signed-in',
  params: z.object({ area: z.string().max(40) }),
  answers: {
    200: data(
      z.object({
        verbs: z.array(
          z.object({
            verb: z.enum(VERBS),
            /** Whether the caller may. */
            may: z.boolean(),
            /** The first who may, by name. */
            people: z.array(z.string()),
            /** How many more. */
            more: z.number(),
          }),
        ),
      }),
    ),
  },
});
