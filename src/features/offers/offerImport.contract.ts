import { z } from 'zod';
import { data, endpoint, json } from '../../contract/endpoint.ts';
import { offerFields, unitPriceCheck } from './offer.contract.ts';
import { MOST_ROWS } from './offerSheet.ts';

/** Some 150 characters a row. */
const LONGEST = 300_000;
const PASTE = 'Digite as ofertas, cole a planilha ou escolha o arquivo.';
const TOO_LONG = 'A planilha é longa demais. Importe em partes.';

/** So many rows with something wrong are told, and so many of the others shown. */
export const MOST_WRONG = 200;
export const SHOWN_RIGHT = 20;

export const offerImport = z.object({
  csv: z
    .string(PASTE)
    .min(1, PASTE)
    .max(LONGEST, TOO_LONG)
    .describe(
      `Uma tabela com até ${MOST_ROWS} linhas, com ponto e vírgula, vírgula ou tabulação entre as células; a primeira linha diz o nome das colunas: Produto, Marca, Tamanho, Unidade, Preço, Preço antes, Preço com o cartão, Limite por cliente, Departamento, Vale de, Vale até, Destaque, Ordem (ou os nomes da API). Os números vêm como as pessoas escrevem, com vírgula nos decimais e ponto nos milhares: 1.800 g são 1800 g.`,
    ),
  branches: offerFields.shape.branches,
  unit_price_check: unitPriceCheck,
  trial: z
    .boolean('Diga se é só para conferir.')
    .default(false)
    .describe('Com `true`, nada é guardado: a resposta diz o que há em cada linha.'),
});

const tried = z.object({
  message: z.string(),
  /** Whether anything was stored. */
  stored: z.boolean(),
  /** Rows of offers: those that add, change or repeat one, and those that are wrong. */
  count: z.number(),
  added: z.number(),
  changed: z.number(),
  /** Rows that say what is stored already, or what an earlier row of the table says. */
  same: z.number(),
  /** Refused rows. */
  wrong: z.number(),
  /** Changed or same rows whose offer is not on the site. */
  off_site: z.number(),
  /** Rows with an absurd unit price, in words. */
  unit_price_warnings: z.array(z.object({ line: z.number(), text: z.string() })),
  /** What the columns are, as they stand in the table; null of those that are passed over. */
  columns: z.array(z.string().nullable()),
  /** The first that are wrong, then those with a note, and the first of the others. */
  rows: z.array(
    z.object({
      /** Of the text; the first is 1. */
      line: z.number(),
      cells: z.array(z.string()),
      /** By the place of the cell. */
      errors: z.array(z.object({ column: z.number(), text: z.string() })),
      note: z.string().nullable(),
    }),
  ),
});
export type Tried = z.output<typeof tried>;

export const importOffers = endpoint({
  method: 'POST',
  path: '/admin/offers/import',
  summary: 'Importa ofertas de uma tabela, todas ou nenhuma; com `trial`, só confere',
  needs: 'offers.publish',
  table: 'offers',
  body: json(offerImport),
  answers: { 200: data(tried) },
  failures: ['conflict'],
});

/** Of those alone that whoever calls may change; what goes on already is not there twice. */
export const repeatOffers = endpoint({
  method: 'POST',
  path: '/admin/offers/repeat',
  summary: 'Repete a partir de hoje, por tantos dias quantos valeram, as ofertas que acabaram ontem',
  needs: 'offers.publish',
  asksWith: 'unit_price_check',
  body: json(z.object({ unit_price_check: unitPriceCheck })),
  answers: {
    200: data(z.object({ message: z.string(), count: z.number(), warning: z.string().optional() })),
  },
  failures: ['conflict'],
});
