import { z } from 'zod';
import { data, endpoint, json } from '../../../shared/endpoint.ts';
import { optionalDate } from '../../../shared/fields.ts';
import { ALL_BRANCHES, offerRecord } from '../offer.contract.ts';
import { unitPriceCheck } from '../offer.fields.ts';

export const MAX_OFFER_ROWS = 2000;
/** Longest table in characters; a row takes about 150. */
const MAX_LENGTH = 300_000;
const CHOOSE_BRANCH = 'Escolha a filial da lista.';
const PASTE = 'Digite as ofertas, cole a planilha ou escolha o arquivo.';
const TOO_LONG = 'A planilha é longa demais. Importe em partes.';

/** Largest numbers of wrong rows and of valid rows that the response lists. */
export const MAX_WRONG_ROWS = 200;
export const MAX_VALID_ROWS = 20;

export const offerImport = z.object({
  csv: z
    .string(PASTE)
    .min(1, PASTE)
    .max(MAX_LENGTH, TOO_LONG)
    .describe(
      `Uma tabela com até ${MAX_OFFER_ROWS} linhas, com ponto e vírgula, vírgula ou tabulação entre as células; a primeira linha diz o nome das colunas: Produto, Marca, Tamanho, Unidade, Preço, Preço antes, Preço com o cartão, Limite por cliente, Departamento, Vale de, Vale até, Destaque, Ordem, Filiais (ou os nomes da API). Filiais vêm pelos nomes, com vírgula entre eles, ou «Todas»; a linha que não as diz vale nas do campo \`branches\`. Os números vêm como as pessoas escrevem, com vírgula nos decimais e ponto nos milhares: 1.800 g são 1800 g.`,
    ),
  branches: offerRecord.fields.branches.input,
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
  /** Number of rows with offers: added, changed, repeated and wrong ones. */
  count: z.number(),
  added: z.number(),
  changed: z.number(),
  /** Number of rows that equal a stored offer or an earlier row of the table. */
  same: z.number(),
  /** Number of rejected rows. */
  wrong: z.number(),
  /** Number of changed or unchanged rows whose offer is not published. */
  off_site: z.number(),
  /** Rows with an absurd unit price, with the text of the warning. */
  unit_price_warnings: z.array(z.object({ line: z.number(), text: z.string() })),
  /** Offers that were stored, for an undo; empty in a dry run. */
  saved: z.array(z.object({ uuid: z.string(), version: z.number(), is_new: z.boolean() })),
  /** Labels of the columns in the order of the table; null for columns that are ignored. */
  columns: z.array(z.string().nullable()),
  /** First wrong rows, then rows with a note, then the first of the others. */
  rows: z.array(
    z.object({
      /** Line of the text, from 1. */
      line: z.number(),
      cells: z.array(z.string()),
      /** Errors by index of the cell. */
      errors: z.array(z.object({ column: z.number(), text: z.string() })),
      note: z.string().nullable(),
    }),
  ),
});
export type ImportResult = z.output<typeof tried>;

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

const { department } = offerRecord.fields;
const blankIsAbsent = (value: unknown) => (value === '' || value === null ? undefined : value);

/** Copies only offers that the caller may change, and skips offers that are already valid on the target day. */
export const repeatOffers = endpoint({
  method: 'POST',
  path: '/admin/offers/repeat',
  summary:
    'Copia as ofertas de um dia para outro, por tantos dias quantos valeram; sem dias, repete hoje as que acabaram ontem',
  needs: 'offers.publish',
  warningField: 'unit_price_check',
  body: json(
    z
      .object({
        unit_price_check: unitPriceCheck,
        from: optionalDate().describe('O dia em que valem as ofertas que se copiam.'),
        to: optionalDate().describe('O primeiro dia das cópias; sem ele, hoje.'),
        department: z.preprocess(blankIsAbsent, department.input.optional()),
        branch: z
          .preprocess(
            blankIsAbsent,
            z.union([z.uuid(CHOOSE_BRANCH), z.literal(ALL_BRANCHES)], CHOOSE_BRANCH).optional(),
          )
          .describe('Só as que dizem esta filial; com `all`, só as que valem em todas.'),
        trial: z
          .boolean('Diga se é só para conferir.')
          .default(false)
          .describe('Com `true`, nada é guardado: a resposta diz quantas seriam copiadas.'),
      })
      .superRefine(({ from, to, department, branch, trial }, context) => {
        const issue = (path: string, message: string) =>
          context.addIssue({ code: 'custom', path: [path], message });
        if (!from && (to || department || branch || trial)) issue('from', 'Escolha o dia das ofertas.');
        if (from && from === to) issue('to', 'Escolha outro dia: este é o das próprias ofertas.');
      }),
  ),
  answers: {
    200: data(z.object({ message: z.string(), count: z.number(), warning: z.string().optional() })),
  },
  failures: ['conflict'],
});
