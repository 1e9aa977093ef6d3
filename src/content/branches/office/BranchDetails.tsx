import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { RecordDetails } from '../../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { formatZipCode } from '../../../shared/text/format.ts';
import { NETWORKS } from '../../../ui/SocialItems.tsx';
import { hoursInWords } from '../../openingHours/hoursInWords.ts';
import { branchPage } from '../../recordPages.ts';
import { branchRecord, getBranch } from '../branch.contract.ts';
import { branches } from '../branch.resource.ts';
import { servicesInWords } from '../services.ts';

export const meta = screenMeta('Detalhes da filial');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getBranch, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

const contact = ['name', 'description', 'email', 'phone', 'phone_secondary'];
const address = ['road', 'number', 'complement', 'district', 'city', 'zip_code'];

export default function BranchDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <RecordDetails
      definition={branchRecord}
      resource={branches}
      answer={answer}
      actions={({ uuid }) => (
        <a className="btn btn-line btn-s" href={branchPage(uuid)} target="_blank" rel="noopener">
          Ver no site
        </a>
      )}
      first={[...contact, ...address]}
      labels={{ ...NETWORKS, latitude: 'Latitude e longitude', hours: 'Horário' }}
      values={{
        city: ({ city, state }) => `${city}, ${state}`,
        zip_code: ({ zip_code }) => formatZipCode(zip_code),
        latitude: ({ latitude, longitude }) => (latitude === null ? null : `${latitude}, ${longitude}`),
        hours: ({ hours }) =>
          hoursInWords(hours)
            .map(({ days, hours }) => `${days}, ${hours}`)
            .join('\n'),
        services: ({ services }) => servicesInWords(services),
      }}
    />
  );
}
