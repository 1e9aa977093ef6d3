import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../records/office/form/EditPage.tsx';
import { DateField, SelectField, TextArea, TextField } from '../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../records/office/Loaded.tsx';
import { load } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { getVacancy, storeVacancy, updateVacancy, type Vacancy } from './vacancy.contract.ts';
import { vacancies } from './vacancy.resource.ts';
import { VACANCY_TYPES } from './vacancy.types.ts';

const types = Object.entries(VACANCY_TYPES).map(([value, label]) => ({ value, label }));

export const meta = screenMeta('Cadastro de vaga');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getVacancy, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function VacancyForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={vacancies.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} vacancy={data} />}
    </LoadedContent>
  );
}

function Editor({ vacancy }: { vacancy?: Vacancy }) {
  const edit = useEditForm({
    endpoint: vacancy ? updateVacancy : storeVacancy,
    ...(vacancy && { record: vacancy }),
    values: {
      name: vacancy?.name ?? '',
      type: vacancy ? String(vacancy.type.number) : '',
      city: vacancy?.city ?? '',
      open_until: vacancy?.open_until ?? '',
      description: vacancy?.description ?? '',
    },
    resource: vacancies,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={vacancy?.name ?? 'Nova vaga'}
      intro="Aparece na página Trabalhe conosco assim que for publicada."
      saveLabel="Salvar vaga"
    >
      <Section title="Dados da vaga">
        <TextField
          control={control}
          name="name"
          label="Nome"
          autoComplete="off"
          hint="Como quem procura diria: Padeiro ou padeira."
        />
        <div className="field-pair">
          <SelectField control={control} name="type" label="Tipo" options={types} />
          <TextField control={control} name="city" label="Cidade" autoComplete="off" />
        </div>
        <TextArea
          control={control}
          name="description"
          label="Descrição"
          hint="O que a pessoa vai fazer, o que pedimos e o que oferecemos."
        />
      </Section>
      <Section title="Prazo">
        <DateField
          control={control}
          name="open_until"
          label="Aberta até"
          hint="Vazio: sem prazo. Depois deste dia, sai do site automaticamente."
        />
      </Section>
    </EditPage>
  );
}
