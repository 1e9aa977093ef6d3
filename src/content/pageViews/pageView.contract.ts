import { z } from 'zod';
import { endpoint, json } from '../../shared/endpoint.ts';
import { COUNTED_PAGES, type CountedPage } from './countedPages.ts';

export const MAX_FAILED_SEARCH_LENGTH = 60;

/** Endpoint that counts a page view. It contains nothing about the visitor: no cookie, no returning id. */
export const countPageView = endpoint({
  method: 'POST',
  path: '/site/reads',
  summary: 'Conta uma página lida, sem dizer por quem',
  body: json(
    z
      .object({
        page: z.enum(
          Object.keys(COUNTED_PAGES) as [CountedPage, ...CountedPage[]],
          'Esta página não se conta.',
        ),
        uuid: z.uuid('Informe o código do registro.').optional(),
        missed: z.string('Informe o que foi buscado.').max(200, 'Use até 200 caracteres.').optional(),
      })
      .refine(({ page, uuid }) => (COUNTED_PAGES[page] === null) === (uuid === undefined), {
        path: ['uuid'],
        error: 'Só a página de um registro leva o código dele.',
      }),
  ),
  answers: { 204: null },
  failures: ['too_many'],
});
