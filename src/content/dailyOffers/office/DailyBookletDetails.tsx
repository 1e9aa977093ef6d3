import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { RecordDetails } from '../../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { altText } from '../../../records/office/Thumb.tsx';
import { formatDate } from '../../../shared/text/format.ts';
import { dailyBookletRecord, getDailyBooklet } from '../dailyBooklet.contract.ts';
import { dailyBooklets } from '../dailyBooklet.resource.ts';
import { placeText } from '../dailyOfferItems.ts';

export const meta = screenMeta('Detalhes da oferta do dia');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getDailyBooklet, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function DailyBookletDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <RecordDetails
      definition={dailyBookletRecord}
      resource={dailyBooklets}
      answer={answer}
      titleOf={({ start_date }) => `Ofertas de ${formatDate(start_date)}`}
      picture={{ width: 640, altOf: ({ start_date }) => `Foto das ofertas de ${formatDate(start_date)}` }}
      labels={{ id: 'ID', start_date: 'Data da promoção' }}
      values={{ place: ({ place }) => placeText(place) }}
      below={{ place: ({ photos }) => ({ label: 'Texto alternativo', value: altText(photos.alt) }) }}
    />
  );
}
