import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { AltTextField } from '../../../records/office/form/AltTextField.tsx';
import { coverValues } from '../../../records/office/form/CoverFields.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { FileField } from '../../../records/office/form/FileField.tsx';
import { DateTimeField, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import type { PictureView } from '../../../records/office/picture/FrameDialog.tsx';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import type { PublishableRecord } from '../../../shared/publicationPlan.ts';
import { type Banner, getBanner, storeBanner, updateBanner } from '../banner.contract.ts';
import { banners } from '../banner.resource.ts';

export const meta = screenMeta('Editar banner');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getBanner, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function BannerForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={banners.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} banner={data} />}
    </LoadedContent>
  );
}

/** The sizes and positions are those of `BannerSlider.css`. */
const VIEWS: readonly PictureView[] = [
  { label: 'No computador', aspect: 1440 / 600, focus: { x: 100, y: 8 } },
  { label: 'No celular', aspect: 360 / 292, focus: { x: 100, y: 70 } },
];

/**
 * Returns the period of the form: that of the banner, or else the instants at which it is published and unpublished,
 * which older clients and the list may have planned.
 */
function periodOf(banner: (Banner & PublishableRecord) | undefined) {
  const { next = null, leaves = null } = banner?.publication ?? {};
  return {
    starts_at: banner?.starts_at ?? (next && !next.goes && banner?.publication?.standing ? next.at : ''),
    ends_at: banner?.ends_at ?? leaves ?? '',
  };
}

function Editor({ banner }: { banner?: Banner }) {
  const edit = useEditForm({
    endpoint: banner ? updateBanner : storeBanner,
    ...(banner && { record: banner }),
    values: {
      title: banner?.title ?? '',
      ...coverValues(banner?.alt),
      link: banner?.link ?? '',
      ...periodOf(banner),
    },
    resource: banners,
    period: { starts: 'starts_at', ends: 'ends_at' },
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={banner?.title ?? 'Novo banner'}
      intro="Aparece na capa do site assim que for publicado."
      saveLabel="Salvar banner"
      aside={
        <Section title="Arte da capa">
          <FileField
            control={control}
            name="image"
            label="Imagem"
            current={banner?.file}
            views={VIEWS}
            advice="JPG ou PNG, de preferência 1440 × 600, com o que importa do lado direito."
          />
        </Section>
      }
    >
      <Section title="Dados do banner">
        <TextField control={control} name="title" label="Título" autoComplete="off" />
        <AltTextField control={control} picture="image" stored={Boolean(banner?.file)} />
        <TextField
          control={control}
          name="link"
          label="Link"
          inputMode="url"
          autoComplete="off"
          hint="Aonde o banner leva: um endereço com https:// ou um caminho do site, como /branches"
        />
      </Section>
      <Section title="Período">
        <div className="field-pair">
          <DateTimeField
            control={control}
            name="starts_at"
            label="Começa em"
            hint="Vazio: assim que for publicado. No horário de Brasília."
          />
          <DateTimeField
            control={control}
            name="ends_at"
            label="Termina em"
            hint="Vazio: até você tirar. No horário de Brasília."
          />
        </div>
      </Section>
    </EditPage>
  );
}
