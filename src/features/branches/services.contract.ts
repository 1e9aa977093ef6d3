import { z } from 'zod';
import { fromJson, optionalText } from '../../contract/fields.ts';
import { hoursField, weekdayHours } from './hours.contract.ts';
import { SERVICE_NAMES, serviceLabel } from './services.ts';

export const LONGEST_NOTE = 80;

export const branchService = z.object({
  service: z.enum(SERVICE_NAMES),
  note: z.string().nullable(),
  hours: z.array(weekdayHours),
});

const MALFORMED = 'Confira os serviços da filial.';
const TWICE = 'o serviço aparece duas vezes.';

const given = z.object(
  {
    service: z.enum(SERVICE_NAMES, { error: MALFORMED }),
    // Read one by one below, so that what is wrong names its service; this is the room that a request has for them.
    note: z.unknown().optional().meta({ maxLength: 500 }),
    hours: z.unknown().optional().meta({ maxLength: 3000 }),
  },
  { error: MALFORMED },
);
const details = z.object({ note: optionalText(LONGEST_NOTE), hours: hoursField });

/** Sent as JSON text. What is wrong with one is said by its name; none at all clears. */
export const servicesField = z.preprocess(
  fromJson,
  z
    .array(given, { error: MALFORMED })
    .max(SERVICE_NAMES.length, MALFORMED)
    .transform((services, context) => {
      const say = (service: (typeof services)[number]['service'], message: string) =>
        context.addIssue({ code: 'custom', message: `${serviceLabel(service)}: ${within(message)}` });
      const read = services.map(({ service, ...rest }, at) => {
        if (services.findIndex((other) => other.service === service) < at) say(service, TWICE);
        const result = details.safeParse(rest);
        if (!result.success) say(service, result.error.issues[0]?.message ?? MALFORMED);
        const { note = null, hours = null } = result.data ?? {};
        return { service, note, hours: hours ?? [] };
      });
      return read.length === 0 ? null : read;
    })
    .nullish(),
);

/** Behind a colon. */
const within = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
