import { z } from 'zod';
import { data, endpoint } from './endpoint.ts';
import { VERBS } from './permissions.ts';

/** Returns who may do what in an area, for users who may not do everything on its screen. */
export const getAreaAccess = endpoint({
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
            /** True if the caller may. */
            may: z.boolean(),
            /** Names of the first people who may. */
            people: z.array(z.string()),
            /** Number of further people. */
            more: z.number(),
          }),
        ),
      }),
    ),
  },
});
