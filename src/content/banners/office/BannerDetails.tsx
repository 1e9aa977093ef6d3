import { Download } from 'lucide-react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PublishableRecord } from '../../../contract/publicationPlan.ts';
import { DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { downloadName } from '../../../records/office/downloadName.ts';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { altText, Thumb } from '../../../records/office/Thumb.tsx';
import { formatInstant } from '../../../ui/format.ts';
import { type Banner, getBanner } from '../banner.contract.ts';
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
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={banners.at.list}>
      {({ data }) => <Details banner={data} />}
    </LoadedContent>
  );
}

function Details({ banner }: { banner: Banner & PublishableRecord }) {
  const { file, link, starts_at, ends_at } = banner;
  return (
    <DetailsPage
      title={banner.title}
      back={{ to: banners.at.list }}
      publication={banner.publication}
      edit={{ to: banners.at.edit(banner), area: banners.area }}
      actions={
        <a
          className="btn btn-line btn-s"
          href={file.url_s3}
          download={downloadName(banner.title, file.url_s3)}
          target="_blank"
          rel="noopener"
        >
          <Download className="i" aria-hidden="true" />
          Baixar imagem
        </a>
      }
      picture={<Thumb file={file} width={1000} alt={banner.alt ?? ''} />}
      rows={[
        { label: '#', value: banner.id },
        { label: 'Título', value: banner.title },
        { label: 'Alt', value: altText(banner.alt) },
        { label: 'Situação', value: <BannerStatus banner={banner} /> },
        {
          label: 'Link',
          value: link && (
            <a className="link" href={link} target="_blank" rel="noopener">
              {link}
            </a>
          ),
        },
        { label: 'Começa em', value: starts_at && formatInstant(starts_at) },
        { label: 'Termina em', value: ends_at && formatInstant(ends_at) },
        { label: 'Última alteração', value: formatInstant(banner.updated_at) },
      ]}
    />
  );
}
