import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { Thumb } from '../../../records/office/Thumb.tsx';
import { todayOnDevice } from '../../../shared/dates.ts';
import { formatDate } from '../../../shared/text/format.ts';
import { sizeText, typedNumber, validityText } from '../../pricing/offer.format.ts';
import { DEPARTMENTS } from '../../pricing/offer.types.ts';
import { formatPrice } from '../../pricing/price.ts';
import { offerPage } from '../../recordPages.ts';
import { readPrice } from '../import/typedOffer.ts';
import { destroyOffer, listOfferBranches, listOffers, type Offer, updateOffer } from '../offer.contract.ts';
import { offers } from '../offer.resource.ts';
import { BulkOfferActions } from './BulkOfferActions.tsx';
import { ChangeSelectedOffers } from './ChangeSelectedOffers.tsx';
import { PosterOfSelectedOffers } from './PosterOfSelectedOffers.tsx';

export const meta = screenMeta('Ofertas');

const FIELDS = [
  'uuid',
  'id',
  'file',
  'product',
  'brand',
  'size',
  'unit',
  'price',
  'former_price',
  'department',
  'valid_from',
  'valid_until',
  'version',
] as const;
type Row = Pick<Offer, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listOffers, FIELDS, request);
}

export { ListSkeleton as HydrateFallback };

/** Required fields that the save of a single cell sends along. */
const requiredFields = ({ product, size, unit, price, department, valid_from, valid_until }: Row) => ({
  ...{ product, size, unit, price, department, valid_from, valid_until },
});

const columns: readonly Column<Row>[] = [
  { key: 'id', label: '#', sortable: true, kind: 'number', optional: true, render: ({ id }) => id },
  {
    key: 'file',
    label: 'Foto',
    kind: 'picture',
    optional: true,
    render: ({ file }) => file && <Thumb file={file} />,
  },
  {
    key: 'product',
    label: 'Produto',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    picture: ({ file }) => file,
    csv: ({ product }) => product,
    render: ({ product, brand, ...offer }) => [product, brand, sizeText(offer)].filter(Boolean).join(' · '),
  },
  {
    key: 'department',
    label: 'Departamento',
    sortable: true,
    kind: 'quiet',
    render: ({ department }) => DEPARTMENTS[department],
  },
  {
    key: 'price',
    label: 'Preço',
    sortable: true,
    narrow: 'line',
    csv: ({ price }) => typedNumber(price),
    edit: {
      endpoint: updateOffer,
      field: 'price',
      what: 'o preço',
      requiredFields,
      text: ({ price }) => typedNumber(price),
      parse: readPrice,
      dryRunField: 'unit_price_check',
    },
    render: ({ price }) => formatPrice(price),
  },
  {
    key: 'former_price',
    label: 'Antes',
    kind: 'quiet',
    csv: ({ former_price }) => typedNumber(former_price),
    edit: {
      endpoint: updateOffer,
      field: 'former_price',
      what: 'o preço de antes',
      requiredFields,
      text: ({ former_price }) => typedNumber(former_price),
      parse: readPrice,
    },
    render: ({ former_price }) => (former_price ? formatPrice(former_price) : '—'),
  },
  {
    key: 'valid_until',
    label: 'Validade',
    sortable: true,
    csv: ({ valid_until }) => formatDate(valid_until),
    edit: {
      endpoint: updateOffer,
      field: 'valid_until',
      what: 'o último dia',
      requiredFields,
      text: ({ valid_until }) => valid_until,
      type: 'day',
    },
    render: (offer) => validityText(offer, todayOnDevice()),
  },
];

async function loadExport() {
  const [{ offerExport }, { data }] = await Promise.all([
    import('../import/offerExport.ts'),
    callEndpoint(listOfferBranches),
  ]);
  return offerExport(data);
}

export default function OfferList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Ofertas"
      description="Cada uma com o seu preço e os seus dias. Preço e último dia mudam aqui mesmo, na linha."
      resource={offers}
      add="Adicionar oferta"
      searchLabel="Buscar por produto, marca ou departamento"
      ways={<BulkOfferActions />}
      withChosen={(chosen) => (
        <>
          <ChangeSelectedOffers offers={chosen} />
          <PosterOfSelectedOffers offers={chosen} />
        </>
      )}
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listOffers, fields: FIELDS }}
      columns={columns}
      sheet={loadExport}
      pageOf={({ uuid }) => offerPage(uuid)}
      nameOf={({ product }) => product}
      remove={{
        endpoint: destroyOffer,
        consequence: 'Deixa de valer agora. Fica na lixeira, de onde pode voltar.',
        picture: ({ file }) => file,
      }}
    />
  );
}
