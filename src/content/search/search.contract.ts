import { z } from 'zod';
import { data, endpoint } from '../../shared/endpoint.ts';
import { imageFile } from '../../shared/files/image.ts';
import { weekdayHours } from '../openingHours/hours.contract.ts';
import { HITS_PER_PAGE, MAX_QUESTION_LENGTH, SEARCH_KINDS } from '../searchIndex/search.kinds.ts';

const kind = z.enum(SEARCH_KINDS);

const hit = z.object({
  kind,
  uuid: z.string().nullable().describe('Do registro; nulo numa página que não é de nenhum'),
  title: z.string(),
  href: z.string().describe('A página que o mostra'),
  text: z.string().describe('Um pouco do que ela diz; pode ser vazio'),
  /** A few facts, in words. */
  notes: z.array(z.string()),
  missing: z.array(z.string()).describe('Palavras da busca que ele não tem'),
  file: imageFile.nullable(),
  price: z.string().nullable().describe('De uma oferta'),
  former_price: z.string().nullable(),
  hours: z.array(weekdayHours).describe('De uma filial'),
  time_zone: z.string().nullable().describe('De uma filial: o fuso em que ela abre'),
});
export type SearchHit = z.output<typeof hit>;

const group = z.object({
  kind,
  count: z.number(),
  more: z.boolean().describe('Há mais do que `count`'),
  hits: z.array(hit),
});
export type SearchGroup = z.output<typeof group>;

const found = z.object({
  groups: z
    .array(group)
    .describe(
      'O que melhor combina vem primeiro; com `kind`, só o desse tipo traz registros, e os outros contam',
    ),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  words: z.array(z.string()).describe('O que se procurou, sem acento e no singular, para realçar'),
  meant: z.string().nullable().describe('O que se quis dizer, se algo foi corrigido'),
  without: z.array(z.string()).describe('Palavras que nenhum resultado tem'),
});
export type SearchResult = z.output<typeof found>;

const q = z.string().max(MAX_QUESTION_LENGTH).default('').catch('');

/**
 * Endpoint of the site search, best matches first. Invalid parameters fall back to defaults, so that a typed
 * address still shows results.
 */
export const searchSite = endpoint({
  method: 'GET',
  path: '/site/search',
  summary:
    'Acha ofertas, receitas, filiais, lojas, filmes, vagas, encartes e páginas, sem acentos e com erros',
  query: z.object({
    q,
    kind: kind.optional().catch(undefined),
    page: z.coerce
      .number()
      .int()
      .min(1)
      .max(1000)
      .default(1)
      .catch(1)
      .describe(`De ${HITS_PER_PAGE} em ${HITS_PER_PAGE}, com \`kind\``),
  }),
  answers: { 200: data(found) },
  cached: true,
});

const suggestions = z.object({
  words: z.array(z.string()).describe('Como a pergunta pode continuar'),
  hits: z.array(hit.pick({ kind: true, title: true, href: true, price: true })),
});
export type Suggestions = z.output<typeof suggestions>;

export const suggest = endpoint({
  method: 'GET',
  path: '/site/search/suggestions',
  summary: 'O que se pode querer com o que já foi digitado',
  query: z.object({ q }),
  answers: { 200: data(suggestions) },
  cached: true,
});
