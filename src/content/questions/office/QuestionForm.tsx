import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { SelectField, TextArea, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { getQuestion, type Question, storeQuestion, updateQuestion } from '../question.contract.ts';
import { questions } from '../question.resource.ts';
import { TOPICS } from '../question.types.ts';

const topics = Object.entries(TOPICS).map(([value, label]) => ({ value, label }));

export const meta = screenMeta('Cadastro de pergunta');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getQuestion, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function QuestionForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={questions.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} stored={data} />}
    </LoadedContent>
  );
}

function Editor({ stored }: { stored?: Question }) {
  const edit = useEditForm({
    endpoint: stored ? updateQuestion : storeQuestion,
    ...(stored && { record: stored }),
    values: {
      question: stored?.question ?? '',
      topic: stored ? String(stored.topic.number) : '',
      answer: stored?.answer ?? '',
    },
    resource: questions,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={stored?.question ?? 'Nova pergunta'}
      intro="Aparece na página de ajuda, no fim do assunto que você escolher."
      saveLabel="Salvar pergunta"
    >
      <Section title="Pergunta e resposta">
        <TextField
          control={control}
          name="question"
          label="Pergunta"
          autoComplete="off"
          hint="Com as palavras de quem pergunta no balcão: Posso trocar sem a nota?"
        />
        <SelectField
          control={control}
          name="topic"
          label="Assunto"
          options={topics}
          hint="As de Cartão aparecem também na página do cartão."
        />
        <TextArea
          control={control}
          name="answer"
          label="Resposta"
          rows={8}
          hint="Cada linha é um parágrafo; com um traço na frente, um item de lista. Um link se escreve assim: [as filiais](/branches)."
        />
      </Section>
    </EditPage>
  );
}
