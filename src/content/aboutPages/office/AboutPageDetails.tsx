import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { RecordDetails } from '../../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { aboutPageRecord, getAboutPage } from '../aboutPage.contract.ts';
import { aboutPages } from '../aboutPage.resource.ts';

export const meta = screenMeta('Detalhes do sobre');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getAboutPage, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function AboutDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return <RecordDetails definition={aboutPageRecord} resource={aboutPages} answer={answer} />;
}
