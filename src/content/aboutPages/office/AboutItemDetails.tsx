import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { RecordDetails } from '../../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { aboutItemRecord, getAboutItem } from '../aboutItem.contract.ts';
import { aboutItems } from '../aboutItem.resource.ts';

export const meta = screenMeta('Detalhes do item');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getAboutItem, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function AboutItemDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <RecordDetails
      definition={aboutItemRecord}
      resource={aboutItems}
      answer={answer}
      last={['about_id', 'description']}
    />
  );
}
