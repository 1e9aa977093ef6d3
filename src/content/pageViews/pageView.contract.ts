import { z } from 'zod';
import { endpoint, json } from '../../shared/endpoint.ts';
import { countedPages, tableOfPage } from '../../shared/sitePages.ts';

export const MAX_FAILED_SEARCH_LENGTH = 60;

/** Endpoint that counts a page view. It contains nothing about the visitor: no cookie, no returning id. */
export const countPageView = endpoint({
  method: 'POST',
  path: '/site/reads',
  summary: 'Conta uma página lida, sem dizer por quem',
  body: json(
    z
      .object({
        page: z.enum(countedPages, 'Esta página não se conta.'),
        uuid: z.uuid('Informe o código do registro.').optional(),
        missed: z.string('Informe o que foi buscado.').max(200, 'Use até 200 caracteres.').optional(),
      })
      .refine(({ page, uuid }) => (tableOfPage(page) === undefined) === (uuid === undefined), {
        path: ['uuid'],
        error: 'Só a página de um registro leva o código dele.',
      }),
  ),
  answers: { 204: null },
  failures: ['too_many'],
});
