import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { RecordDetails } from '../../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { bannerRecord, getBanner } from '../banner.contract.ts';
import { banners } from '../banner.resource.ts';
import { BannerStatus } from './BannerStatus.tsx';

export const meta = screenMeta('Detalhes do banner');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getBanner, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function BannerDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <RecordDetails
      definition={bannerRecord}
      resource={banners}
      answer={answer}
      below={{ alt: (banner) => ({ label: 'Situação', value: <BannerStatus banner={banner} /> }) }}
    />
  );
}
