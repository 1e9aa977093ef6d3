import { z } from 'zod';
import { MAX_INTEGER_COLUMN } from './fields.ts';

// Scheduling of a save: when shoppers see it. Every save accepts these fields besides the record's own.
// Without them it is published at once, as older clients expect.

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
    .max(MAX_INTEGER_COLUMN, 'Recarregue a página: esta mudança não foi reconhecida.')
    .optional()
    .describe('A mudança em espera que esta continua e substitui.'),
});

/** Publication state of a record. */
export const publicationState = z.object({
  /** `draft` was never published, `ended` is no longer published, null is on the site. */
  standing: z.enum(['draft', 'ended']).nullable(),
  /** Number of pending changes. */
  waiting: z.number(),
  /** Next scheduled change: a publication or, with `goes`, an unpublish. */
  next: z.object({ at: z.string(), goes: z.boolean() }).nullable(),
  /** Instant of the record's scheduled unpublish. */
  leaves: z.string().nullable(),
});
export type PublicationState = z.output<typeof publicationState>;

/** A record as staff get it, with its publication state. */
export interface PublishableRecord {
  publication?: PublicationState | undefined;
}

/** Last save of a record. `by` is null if the product itself saved it. */
export const lastChange = z.object({ at: z.string(), by: z.string().nullable() });
