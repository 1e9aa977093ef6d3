import { Download } from 'lucide-react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { downloadName } from '../../../records/office/downloadName.ts';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { altText, Thumb } from '../../../records/office/Thumb.tsx';
import type { PublishableRecord } from '../../../shared/publicationPlan.ts';
import { formatDate, formatInstant } from '../../../shared/text/format.ts';
import { getDailyBooklet, type StaffDailyBooklet } from '../dailyBooklet.contract.ts';
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
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={dailyBooklets.at.list}>
      {({ data }) => <Details booklet={data} />}
    </LoadedContent>
  );
}

function Details({ booklet }: { booklet: StaffDailyBooklet & PublishableRecord }) {
  const { id, uuid, start_date, place, photos, text, updated_at } = booklet;
  const title = `Ofertas de ${formatDate(start_date)}`;
  return (
    <DetailsPage
      title={title}
      back={{ to: dailyBooklets.at.list }}
      publication={booklet.publication}
      edit={{ to: dailyBooklets.at.edit({ uuid }), area: dailyBooklets.area }}
      actions={
        <a
          className="btn btn-line btn-s"
          href={photos.url_s3}
          download={downloadName(title, photos.url_s3)}
          target="_blank"
          rel="noopener"
        >
          <Download className="i" aria-hidden="true" />
          Baixar imagem
        </a>
      }
      picture={
        <Thumb
          file={photos}
          width={640}
          alt={photos.alt ?? `Foto das ofertas de ${formatDate(start_date)}`}
        />
      }
      rows={[
        { label: 'ID', value: id },
        { label: 'Data da promoção', value: formatDate(start_date) },
        { label: 'Ordem no dia', value: placeText(place) },
        { label: 'Texto alternativo', value: altText(photos.alt) },
        { label: 'Texto da imagem', value: text },
        { label: 'Última alteração', value: formatInstant(updated_at) },
      ]}
    />
  );
}
