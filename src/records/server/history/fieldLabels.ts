import { definedRecords } from '../../../content/definedRecords.ts';
import { DEPARTMENTS, UNITS } from '../../../content/offers/offer.types.ts';
import { columnLabels, referencedTables } from '../../define/describe.ts';

/** Tables that records refer to by id, with the column of their name. */
export const REFERENCED_TABLES = referencedTables(definedRecords);

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
        | 'hours'
        /** Services of a branch. */
        | 'services'
        /** Cents. */
        | 'price'
        /** Thousandths. */
        | 'size'
        /** Places of a special day. */
        | 'places'
        /** A duration. */
        | 'minutes'
        /** A number of branches. */
        | 'branches'
        /** Key of a choice. */
        | { choice: Readonly<Record<string | number, string>> }
        /** Id of another record, shown by its name. */
        | { table: string };
    };

const picture = { label: 'Imagem', as: 'picture' } as const;
const alt = 'Texto alternativo (alt)';

/** Label of each column, in the order of the form. A test finds missing columns. */
export const HISTORY_FIELDS: Readonly<Record<string, Readonly<Record<string, FieldPresentation>>>> = {
  ...Object.fromEntries(definedRecords.map((record) => [record.table, columnLabels(record)])),
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
