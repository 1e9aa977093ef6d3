import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { SelectField, TextArea, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import {
  type AboutPage,
  getAboutPage,
  listAboutPages,
  storeAboutPage,
  updateAboutPage,
} from '../aboutPage.contract.ts';
import { aboutPages } from '../aboutPage.resource.ts';
import { ABOUT_NAMES } from '../aboutPage.types.ts';

export const meta = screenMeta('Editar sobre');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  const answer = Promise.all([
    uuid ? load(getAboutPage, request, { params: { uuid } }).answer : null,
    uuid ? null : load(listAboutPages, request).answer,
  ]);
  // Prevents an unhandled rejection, as in `load`: the component that renders the answer shows the error.
  answer.catch(() => undefined);
  return { answer };
}

export { RecordSkeleton as HydrateFallback };

export default function AboutForm() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={aboutPages.at.list}>
      {([found, others]) =>
        found ? (
          <Editor key={`${found.data.uuid} ${found.data.version}`} about={found.data} />
        ) : (
          <Editor key="new" others={others?.data ?? []} />
        )
      }
    </LoadedContent>
  );
}

function Editor({ about, others = [] }: { about?: AboutPage; others?: readonly AboutPage[] }) {
  const edit = useEditForm({
    endpoint: about ? updateAboutPage : storeAboutPage,
    ...(about && { record: about }),
    values: {
      title: about?.title ?? '',
      type: about ? String(about.type.number) : '',
      description: about?.description ?? '',
    },
    resource: aboutPages,
  });
  const { control } = edit;
  const free = Object.entries(ABOUT_NAMES)
    .filter(([type]) => !others.some(({ id }) => id === Number(type)))
    .map(([value, label]) => ({ value, label }));
  return (
    <EditPage
      edit={edit}
      title={about?.title ?? 'Novo sobre'}
      intro="Apresenta uma parte da rede no site. Há um texto de cada tipo."
      saveLabel="Salvar sobre"
    >
      <Section title="Dados do texto">
        <TextField control={control} name="title" label="Título" autoComplete="off" />
        {about ? (
          <div className="field">
            <p className="field-label">Tipo</p>
            <p>{about.type.text}</p>
            <p className="field-hint">O tipo não muda. Para outro tipo, adicione outro texto.</p>
          </div>
        ) : (
          <SelectField
            control={control}
            name="type"
            label="Tipo"
            options={free}
            hint={
              free.length === 0
                ? 'Já existe um texto de cada tipo. Edite um deles.'
                : free.length < Object.keys(ABOUT_NAMES).length && 'Só os tipos que ainda não têm texto.'
            }
          />
        )}
        <TextArea control={control} name="description" label="Descrição" rows={5} />
      </Section>
    </EditPage>
  );
}
