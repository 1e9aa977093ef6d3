import { z } from 'zod';
import { endpoint } from '../../contract/endpoint.ts';
import { list } from '../../contract/list.ts';

export const publicPhone = z.object({
  id: z.number(),
  uuid: z.string(),
  contact: z.string(),
  ddi: z.string(),
  ddd: z.string(),
  number: z.string(),
  type: z.object({ number: z.number(), text: z.string() }),
});
export type PublicPhone = z.output<typeof publicPhone>;

export const sitePhones = endpoint({
  method: 'GET',
  path: '/site/phones',
  summary: 'Telefones',
  answers: { 200: list(publicPhone) },
  cached: true,
});
