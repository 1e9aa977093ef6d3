import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PublishableRecord } from '../../../contract/publicationPlan.ts';
import { addressLink, DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { GalleryView } from '../../../records/office/gallery/GalleryView.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { Thumb } from '../../../records/office/Thumb.tsx';
import { formatInstant } from '../../../ui/format.ts';
import { formatPhone } from '../../../ui/phone.ts';
import { NETWORKS } from '../../../ui/SocialItems.tsx';
import { SOCIAL_NETWORKS } from '../../addresses/address.contract.ts';
import { getShop, type StaffShop } from '../shop.contract.ts';
import { shops } from '../shop.resource.ts';

export const meta = screenMeta('Detalhes da loja');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getShop, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function ShopDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={shops.at.list}>
      {({ data }) => <Details shop={data} />}
    </LoadedContent>
  );
}

function Details({ shop }: { shop: StaffShop & PublishableRecord }) {
  const { file, phoneSecondary } = shop;
  return (
    <DetailsPage
      title={shop.name}
      back={{ to: shops.at.list }}
      publication={shop.publication}
      edit={{ to: shops.at.edit(shop), area: shops.area }}
      picture={
        <>
          <Thumb file={file} width={1000} alt={file.alt ?? ''} />
          <GalleryView images={shop.gallery} />
        </>
      }
      rows={[
        { label: '#', value: shop.id },
        { label: 'Nome', value: shop.name },
        { label: 'Descrição', value: shop.description },
        { label: 'E-mail', value: shop.email },
        { label: 'Telefone', value: formatPhone(shop.phone) },
        { label: 'Outro telefone', value: phoneSecondary && formatPhone(phoneSecondary) },
        ...SOCIAL_NETWORKS.map((network) => ({
          label: NETWORKS[network],
          value: addressLink(shop[network]),
        })),
        { label: 'Última alteração', value: formatInstant(shop.updated_at) },
      ]}
    />
  );
}
