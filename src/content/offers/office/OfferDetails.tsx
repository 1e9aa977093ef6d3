import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load, useLoaded } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { altText, Thumb } from '../../../records/office/Thumb.tsx';
import type { PublishableRecord } from '../../../shared/publicationPlan.ts';
import { formatDate, formatInstant, inSentence } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { sizeText, unitPriceText } from '../../pricing/offer.format.ts';
import { DEPARTMENTS, OFFER_STATE_LABELS } from '../../pricing/offer.types.ts';
import { formatPrice } from '../../pricing/price.ts';
import { getOffer, listOfferBranches, type Offer } from '../offer.contract.ts';
import { offers } from '../offer.resource.ts';

export const meta = screenMeta('Detalhes da oferta');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return {
    branches: load(listOfferBranches, request).answer,
    offer: load(getOffer, request, { params: { uuid } }).answer,
  };
}

export { RecordSkeleton as HydrateFallback };

type Branches = Promise<{ data: readonly { uuid: string; name: string }[] }>;

export default function OfferDetails() {
  const { branches, offer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={offer} skeleton={<RecordSkeleton />} back={offers.at.list}>
      {({ data }) => <Details offer={data} branches={branches} />}
    </LoadedContent>
  );
}

function Details({ offer, branches }: { offer: Offer & PublishableRecord; branches: Branches }) {
  const { file, former_price, card_price, unit_price, customer_limit } = offer;
  return (
    <DetailsPage
      title={offer.product}
      back={{ to: offers.at.list }}
      publication={offer.publication}
      edit={{ to: offers.at.edit(offer), area: offers.area }}
      {...(file && { picture: <Thumb file={file} width={640} alt={file.alt ?? ''} /> })}
      rows={[
        { label: '#', value: offer.id },
        { label: 'Marca', value: offer.brand },
        { label: 'Departamento', value: DEPARTMENTS[offer.department] },
        { label: 'Tamanho', value: sizeText(offer) || '1 unidade' },
        { label: 'Preço', value: formatPrice(offer.price) },
        { label: 'Preço por unidade', value: unit_price && unitPriceText(unit_price) },
        { label: 'Preço antes', value: former_price && formatPrice(former_price) },
        { label: 'Desconto', value: offer.saving > 0 ? `${offer.saving}%` : null },
        { label: 'Preço com o cartão', value: card_price && formatPrice(card_price) },
        {
          label: 'Limite por cliente',
          value: customer_limit && plural(customer_limit, 'unidade', 'unidades'),
        },
        {
          label: 'Validade',
          value: `De ${formatDate(offer.valid_from)} a ${formatDate(offer.valid_until)} (${OFFER_STATE_LABELS[offer.state].toLowerCase()})`,
        },
        { label: 'Filiais', value: <Where offer={offer} branches={branches} /> },
        { label: 'Destaque', value: offer.highlight ? 'Sim' : 'Não' },
        { label: 'Ordem', value: offer.place },
        ...(file ? [{ label: 'Texto alternativo', value: altText(file.alt) }] : []),
        { label: 'Última alteração', value: formatInstant(offer.updated_at) },
      ]}
    />
  );
}

function Where({ offer, branches }: { offer: Offer; branches: Branches }) {
  const { value } = useLoaded(branches);
  const own = offer.branches;
  if (own === null) return 'Todas';
  const names = value?.data.filter(({ uuid }) => own.includes(uuid)).map(({ name }) => name);
  return names?.length ? inSentence(names) : plural(own.length, 'filial', 'filiais');
}
