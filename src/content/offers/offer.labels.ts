import type { WrittenLabels } from '../../records/server/definitions.ts';
import type { VersionValue } from '../../shared/history.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { plural } from '../../shared/text/plural.ts';
import { typedNumber } from '../pricing/offer.format.ts';
import { DEPARTMENTS, UNITS } from '../pricing/offer.types.ts';
import { formatCents, formatPrice } from '../pricing/price.ts';
import { formatThousandths } from '../pricing/prices.ts';

const priceInWords = (cents: number): VersionValue => ({
  kind: 'text',
  text: formatPrice(formatCents(cents)),
});

/** Labels of the columns, for the version history. */
export const offerLabels: WrittenLabels = {
  labels: {
    product: 'Produto',
    brand: 'Marca',
    size: 'Tamanho',
    unit: { label: 'Unidade', as: { choice: UNITS } },
    price: 'Preço',
    former_price: 'Preço antes',
    card_price: 'Preço com o cartão',
    customer_limit: 'Limite por cliente',
    department: { label: 'Departamento', as: { choice: DEPARTMENTS } },
    branches: 'Filiais',
    valid_from: { label: 'Vale de', as: 'day' },
    valid_until: { label: 'Vale até', as: 'day' },
    highlight: { label: 'Destaque', as: { choice: { 0: 'Não', 1: 'Sim' } } },
    place: 'Ordem',
    file_id: { label: 'Imagem', as: 'picture' },
    alt: 'Texto alternativo (alt)',
  },
  valuesInWords: () => ({
    size: (thousandths: number) => ({ kind: 'text', text: typedNumber(formatThousandths(thousandths)) }),
    price: priceInWords,
    former_price: priceInWords,
    card_price: priceInWords,
    branches(stored: string) {
      const branches = parseStored<string[]>(stored, []);
      return { kind: 'fact', text: plural(branches.length, 'filial', 'filiais') };
    },
  }),
};
