import { DEPARTMENTS, UNITS } from '../../../content/offers/offer.types.ts';
import { columnLabels } from '../../define/describe.ts';
import { definitionOf } from '../definitions.ts';

/** Label of a column, and how its value is presented if not as plain text. */
export type FieldPresentation =
  | string
  | {
      label: string;
      as:
        | 'day'
        | 'instant'
        | 'picture'
        | 'pictures'
        | 'file'
        /** Cents. */
        | 'price'
        /** Thousandths. */
        | 'size'
        /** A number of branches. */
        | 'branches'
        /** Key of a choice. */
        | { choice: Readonly<Record<string | number, string>> }
        /** Id of another record, shown by its name. */
        | { table: string };
    };

const picture = { label: 'Imagem', as: 'picture' } as const;
const alt = 'Texto alternativo (alt)';

type Labels = Readonly<Record<string, FieldPresentation>>;

/** Returns the label of each column of a table, in the order of the form. A test finds missing columns. */
export function labelsOf(table: string): Labels {
  const definition = definitionOf(table);
  return definition ? columnLabels(definition) : (UNDEFINED_RECORDS[table] ?? {});
}

const UNDEFINED_RECORDS: Readonly<Record<string, Labels>> = {
  daily_booklets: {
    start_date: { label: 'Dia da promoção', as: 'day' },
    place: 'Ordem no dia',
    file_id: picture,
    alt,
    text: 'Texto da imagem',
  },
  fortnightly_booklets: {
    file_id: { label: 'Arquivo PDF', as: 'file' },
    valid_from: { label: 'Vale de', as: 'day' },
    valid_until: { label: 'Vale até', as: 'day' },
    announced: { label: 'Anunciado no site', as: { choice: { 0: 'Não', 1: 'Sim' } } },
    shown_from: { label: 'No ar desde', as: 'instant' },
    withdrawn_at: { label: 'Tirado do ar em', as: 'instant' },
  },
  offers: {
    product: 'Produto',
    brand: 'Marca',
    size: { label: 'Tamanho', as: 'size' },
    unit: { label: 'Unidade', as: { choice: UNITS } },
    price: { label: 'Preço', as: 'price' },
    former_price: { label: 'Preço antes', as: 'price' },
    card_price: { label: 'Preço com o cartão', as: 'price' },
    customer_limit: 'Limite por cliente',
    department: { label: 'Departamento', as: { choice: DEPARTMENTS } },
    branches: { label: 'Filiais', as: 'branches' },
    valid_from: { label: 'Vale de', as: 'day' },
    valid_until: { label: 'Vale até', as: 'day' },
    highlight: { label: 'Destaque', as: { choice: { 0: 'Não', 1: 'Sim' } } },
    place: 'Ordem',
    file_id: picture,
    alt,
  },
};

/** Columns with content that forms do not show. */
export const UNLABELLED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  daily_booklets: ['demo'],
  fortnightly_booklets: ['sequence'],
};
