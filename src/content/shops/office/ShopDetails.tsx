import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { RecordDetails } from '../../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { NETWORKS } from '../../../ui/SocialItems.tsx';
import { getShop, shopRecord } from '../shop.contract.ts';
import { shops } from '../shop.resource.ts';

export const meta = screenMeta('Detalhes da loja');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getShop, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function ShopDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <RecordDetails
      definition={shopRecord}
      resource={shops}
      answer={answer}
      labels={NETWORKS}
      first={['name', 'description']}
    />
  );
}
