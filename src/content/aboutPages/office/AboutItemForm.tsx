import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { SelectField, TextArea, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { type AboutItem, getAboutItem, storeAboutItem, updateAboutItem } from '../aboutItem.contract.ts';
import { aboutItems } from '../aboutItem.resource.ts';
import { type AboutPage, listAboutPages } from '../aboutPage.contract.ts';
import { aboutPages } from '../aboutPage.resource.ts';

export const meta = screenMeta('Editar item do sobre');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  const answer = Promise.all([
    load(listAboutPages, request).answer,
    uuid ? load(getAboutItem, request, { params: { uuid } }).answer : null,
  ]);
  // Prevents an unhandled rejection, as in `load`: the component that renders the answer shows the error.
  answer.catch(() => undefined);
  return { answer };
}

export { RecordSkeleton as HydrateFallback };

export default function AboutItemForm() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={aboutItems.at.list}>
      {([written, found]) => (
        <Editor
          key={found ? `${found.data.uuid} ${found.data.version}` : 'new'}
          written={written.data}
          {...(found && { item: found.data })}
        />
      )}
    </LoadedContent>
  );
}

function Editor({ item, written }: { item?: AboutItem; written: readonly AboutPage[] }) {
  const edit = useEditForm({
    endpoint: item ? updateAboutItem : storeAboutItem,
    ...(item && { record: item }),
    values: {
      title: item?.title ?? '',
      about_id_type: item ? String(item.about_id_type) : '',
      description: item?.description ?? '',
    },
    resource: aboutItems,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={item?.title ?? 'Novo item'}
      intro="Aparece dentro do texto que você escolher, depois dos outros itens."
      saveLabel="Salvar item"
    >
      <Section title="Dados do item">
        <TextField control={control} name="title" label="Título" autoComplete="off" />
        <SelectField
          control={control}
          name="about_id_type"
          label="Sobre"
          options={written.map(({ id, title, type }) => ({
            value: String(id),
            label: `${type.text}: ${title}`,
          }))}
          hint={
            written.length === 0 && (
              <>
                Ainda não há nenhum texto.{' '}
                <Link className="link" to={aboutPages.at.create}>
                  Adicionar sobre
                </Link>
              </>
            )
          }
        />
        <TextArea control={control} name="description" label="Descrição" />
      </Section>
    </EditPage>
  );
}
