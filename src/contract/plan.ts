import { z } from 'zod';
import { MOST_IN_COLUMN } from './fields.ts';

// When shoppers are to see what a save makes of a record: what each save takes beside the record's own fields. Without
// them it shows at once, as it does for whoever knows nothing of them.

const instant = (message: string) => z.iso.datetime({ offset: true, error: message });

export const planFields = z.object({
  publish_at: z
    .union([z.literal(['', 'later']), instant('Informe o dia e a hora em que entra no site.')], {
      error: 'Informe o dia e a hora em que entra no site.',
    })
    .optional()
    .describe(
      'Quando a mudança aparece no site: um instante, ou `later` para esperar por alguém; sem ele, já.',
    ),
  withdraw_at: z
    .union([z.literal(''), instant('Informe o dia e a hora em que sai do site.')], {
      error: 'Informe o dia e a hora em que sai do site.',
    })
    .optional()
    .describe('Quando o registro sai do site; vazio, nunca; sem ele, fica como está.'),
  replaces: z.coerce
    .number('Recarregue a página: esta mudança não foi reconhecida.')
    .int()
    .positive()
    .max(MOST_IN_COLUMN, 'Recarregue a página: esta mudança não foi reconhecida.')
    .optional()
    .describe('A mudança em espera que esta continua e substitui.'),
});
export type PlanInput = z.input<typeof planFields>;

/** How a record stands beside what it says. */
export const publication = z.object({
  /** What only staff see: never shown yet, or no more; null is on the site. */
  standing: z.enum(['draft', 'ended']).nullable(),
  /** Changes that wait for somebody or for their minute. */
  waiting: z.number(),
  /** What happens by itself next: a change is published, or the record goes. */
  next: z.object({ at: z.string(), goes: z.boolean() }).nullable(),
  /** When it goes by itself, whatever comes before. */
  leaves: z.string().nullable(),
});
export type PublicationState = z.output<typeof publication>;

/** Whose the last save of a record was; nobody's where the product itself made it. */
export const lastChange = z.object({ at: z.string(), by: z.string().nullable() });
