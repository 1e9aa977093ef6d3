import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { RecordDetails } from '../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../records/office/Loaded.tsx';
import { load } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { formatSubscriber } from '../../shared/text/phone.ts';
import { getPhone, phoneRecord } from './phone.contract.ts';
import { phoneLabel } from './phone.format.ts';
import { phones } from './phone.resource.ts';

export const meta = screenMeta('Detalhes do telefone');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getPhone, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function PhoneDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <RecordDetails
      definition={phoneRecord}
      resource={phones}
      answer={answer}
      values={{ number: ({ number }) => formatSubscriber(number) }}
      below={{ number: (phone) => ({ label: 'No site', value: phoneLabel(phone) }) }}
    />
  );
}
