import { z } from 'zod';
import { fromJson, optionalText } from '../../shared/fields.ts';
import { hoursField, weekdayHours } from '../openingHours/hours.contract.ts';
import { SERVICE_NAMES, serviceLabel } from './services.ts';

export const MAX_SERVICE_NOTE_LENGTH = 80;

export const branchService = z.object({
  service: z.enum(SERVICE_NAMES),
  note: z.string().nullable(),
  hours: z.array(weekdayHours),
});

const MALFORMED = 'Confira os serviços da filial.';
const TWICE = 'o serviço aparece duas vezes.';

const serviceEntry = z.object(
  {
    service: z.enum(SERVICE_NAMES, { error: MALFORMED }),
    // Parsed separately below, so that an error names its service; `maxLength` only limits the request's
    // size.
    note: z.unknown().optional().meta({ maxLength: 500 }),
    hours: z.unknown().optional().meta({ maxLength: 3000 }),
  },
  { error: MALFORMED },
);
const details = z.object({ note: optionalText(MAX_SERVICE_NOTE_LENGTH), hours: hoursField });

/**
 * Reads services as JSON text or as a list. An error begins with the label of its service; an empty list
 * clears them.
 */
export const servicesField = z.preprocess(
  fromJson,
  z
    .array(serviceEntry, { error: MALFORMED })
    .max(SERVICE_NAMES.length, MALFORMED)
    .transform((services, context) => {
      const reject = (service: (typeof services)[number]['service'], message: string) =>
        context.addIssue({ code: 'custom', message: `${serviceLabel(service)}: ${within(message)}` });
      const read = services.map(({ service, ...rest }, at) => {
        if (services.findIndex((other) => other.service === service) < at) reject(service, TWICE);
        const result = details.safeParse(rest);
        if (!result.success) reject(service, result.error.issues[0]?.message ?? MALFORMED);
        const { note = null, hours = null } = result.data ?? {};
        return { service, note, hours: hours ?? [] };
      });
      return read.length === 0 ? null : read;
    })
    .nullish(),
);

/** Lower-cases a sentence that follows a colon. */
const within = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
