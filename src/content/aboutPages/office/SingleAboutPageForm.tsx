import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { TextArea, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { DASHBOARD } from '../../../shared/addresses.ts';
import { type AboutPage, singleAboutPages } from '../aboutPage.contract.ts';
import { aboutPageScreens } from '../aboutPage.resource.ts';
import { subjectOf } from '../aboutPage.types.ts';

type Page = keyof typeof singleAboutPages;

/** Returns the page in the address; each of the four has its own route. */
function pageOf(pathname: string): Page {
  return pathname.split('/')[2] as Page;
}

const titleOf = (page: Page) => `Sobre ${subjectOf(singleAboutPages[page].type)}`;

export function meta(args: MetaArgs) {
  return screenMeta(titleOf(pageOf(args.location.pathname)))(args);
}

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const page = pageOf(new URL(request.url).pathname);
  return { page, ...load(singleAboutPages[page].read, request) };
}

export { RecordSkeleton as HydrateFallback };

export default function AboutPageForm() {
  const { page, answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent key={page} answer={answer} skeleton={<RecordSkeleton />} back={DASHBOARD}>
      {(found) => <Editor page={page} {...(found && { about: found.data })} />}
    </LoadedContent>
  );
}

function Editor({ page, about }: { page: Page; about?: AboutPage }) {
  const edit = useEditForm({
    endpoint: singleAboutPages[page].store,
    ...(about && { record: about }),
    values: { title: about?.title ?? '', description: about?.description ?? '' },
    resource: aboutPageScreens[singleAboutPages[page].type],
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={titleOf(page)}
      intro="Aparece no site assim que for publicado."
      saveLabel="Salvar texto"
    >
      <Section title="Texto">
        <TextField control={control} name="title" label="Título" autoComplete="off" />
        <TextArea control={control} name="description" label="Descrição" rows={5} />
      </Section>
    </EditPage>
  );
}
