import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { RecordDetails } from '../../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { cardTermRecord, getCardTerm } from '../cardTerm.contract.ts';
import { cardTerms } from '../cardTerm.resource.ts';

export const meta = screenMeta('Detalhes da condição do cartão');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getCardTerm, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function CardTermDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return <RecordDetails definition={cardTermRecord} resource={cardTerms} answer={answer} />;
}
