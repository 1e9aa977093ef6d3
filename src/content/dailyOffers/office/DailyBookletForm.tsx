import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { AltTextField, pictureValues } from '../../../records/office/form/AltTextField.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { FileField } from '../../../records/office/form/FileField.tsx';
import { DateField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { formatDate } from '../../../shared/text/format.ts';
import {
  getDailyBooklet,
  type StaffDailyBooklet,
  storeDailyBooklet,
  updateDailyBooklet,
} from '../dailyBooklet.contract.ts';
import { dailyBooklets } from '../dailyBooklet.resource.ts';
import { TranscriptField } from './TranscriptField.tsx';

export const meta = screenMeta('Editar oferta do dia');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getDailyBooklet, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function DailyBookletForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={dailyBooklets.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} booklet={data} />}
    </LoadedContent>
  );
}

function Editor({ booklet }: { booklet?: StaffDailyBooklet }) {
  const edit = useEditForm({
    endpoint: booklet ? updateDailyBooklet : storeDailyBooklet,
    ...(booklet && { record: booklet }),
    values: {
      start_date: booklet?.start_date ?? '',
      text: booklet?.text ?? '',
      ...pictureValues(booklet?.photos.alt),
      photos: null as File | null,
    },
    resource: dailyBooklets,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={booklet ? `Ofertas de ${formatDate(booklet.start_date)}` : 'Nova oferta do dia'}
      intro="Aparece no site só no dia da promoção."
      saveLabel="Salvar oferta do dia"
      aside={
        <Section title="Foto">
          <FileField
            control={control}
            name="photos"
            label="Imagem"
            current={booklet?.photos}
            advice="JPG ou PNG, uma página das ofertas, de preferência em pé."
          />
        </Section>
      }
    >
      <Section title="Dados da oferta">
        <DateField
          control={control}
          name="start_date"
          label="Dia da promoção"
          hint="Entra no site à meia-noite deste dia e sai à meia-noite do dia seguinte."
        />
        <AltTextField
          control={control}
          picture="photos"
          stored={Boolean(booklet?.photos)}
          hint="Em poucas palavras: «Ofertas do açougue». As ofertas vão no texto da imagem."
        />
        <TranscriptField control={control} name="text" />
      </Section>
    </EditPage>
  );
}
