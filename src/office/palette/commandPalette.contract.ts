import { z } from 'zod';
import { endpoint } from '../../shared/endpoint.ts';

export const MAX_HITS = 20;

const hit = z.object({ table: z.string(), uuid: z.string(), title: z.string() });
export type PaletteHit = z.output<typeof hit>;

/**
 * Endpoint of the command palette. Returns records of all kinds by name; without a search, those that the
 * caller saved last.
 */
export const findRecords = endpoint({
  method: 'GET',
  path: '/admin/find',
  summary: 'Acha registros de todo tipo pelo nome; sem busca, os últimos que a pessoa salvou',
  // Further permissions filter the results.
  needs: 'signed-in',
  machines: true,
  query: z.object({
    search: z.string('Informe um texto.').max(200, 'Use até 200 caracteres.').optional(),
  }),
  answers: { 200: z.object({ data: z.array(hit) }) },
  failures: ['invalid'],
});
