import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { downloadName } from '../../../records/office/downloadName.ts';
import { type Column, ListPage, ListSkeleton, orderColumn } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { SortableRows } from '../../../records/office/rows/SortableRows.tsx';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { altText, Thumb } from '../../../records/office/Thumb.tsx';
import { type Banner, destroyBanner, listBanners, orderBanners, updateBanner } from '../banner.contract.ts';
import { banners } from '../banner.resource.ts';
import { BannerStatus, bannerStatusText } from './BannerStatus.tsx';

export const meta = screenMeta('Banners');

const FIELDS = ['uuid', 'position', 'title', 'alt', 'file', 'starts_at', 'ends_at'] as const;
type Row = Pick<Banner, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listBanners, FIELDS, request, { whole: true });
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  orderColumn(updateBanner),
  {
    key: 'image',
    label: 'Imagem',
    kind: 'picture',
    narrow: 'picture',
    render: ({ file }) => <Thumb file={file} />,
  },
  {
    key: 'title',
    label: 'Título',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    csv: ({ title }) => title,
    render: ({ title, alt }) => (
      <>
        {title}
        <span className="list-by list-wide">
          {alt === null ? 'Descreva a imagem para quem não vê' : altText(alt)}
        </span>
      </>
    ),
  },
  // Shown below the title by default; as an optional column it can be sorted.
  {
    key: 'alt',
    label: 'Alt',
    sortable: true,
    kind: 'quiet',
    optional: true,
    render: ({ alt }) => altText(alt),
  },
  {
    key: 'status',
    label: 'Situação',
    kind: 'status',
    narrow: 'line',
    csv: (banner) => bannerStatusText(banner, Date.now()).text,
    render: (banner) => <BannerStatus banner={banner} />,
  },
];

export default function BannerList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Banners"
      description="A ordem daqui é a ordem da capa. Arraste para mudar."
      resource={banners}
      add="Adicionar banner"
      searchLabel="Buscar por título ou alt"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listBanners, fields: FIELDS }}
      columns={columns}
      nameOf={({ title }) => title}
      download={({ file, title }) => ({ href: file.url_s3, name: downloadName(title, file.url_s3) })}
      remove={{
        endpoint: destroyBanner,
        consequence: 'Sai da capa agora. Fica na lixeira, de onde pode voltar.',
        picture: ({ file }) => file,
      }}
      onReorder={(uuids) => callEndpoint(orderBanners, { body: { uuids } })}
      sortableRows={SortableRows}
    />
  );
}
