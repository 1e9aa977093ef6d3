import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatInstant } from '../../ui/format.ts';
import { DetailsPage } from '../../ui/office/DetailsPage.tsx';
import { LoadedContent, RecordSkeleton } from '../../ui/office/Loaded.tsx';
import { load } from '../../ui/office/loadScreen.ts';
import { screenMeta } from '../../ui/office/screenMeta.ts';
import { getQuestion } from './question.contract.ts';
import { questions } from './question.resource.ts';

export const meta = screenMeta('Detalhes da pergunta');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getQuestion, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function QuestionDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={questions.at.list}>
      {({ data }) => (
        <DetailsPage
          title={data.question}
          back={{ to: questions.at.list }}
          publication={data.publication}
          edit={{ to: questions.at.edit(data), area: questions.area }}
          rows={[
            { label: '#', value: data.id },
            { label: 'Pergunta', value: data.question },
            { label: 'Assunto', value: data.topic.text },
            { label: 'Resposta', value: data.answer },
            { label: 'Última alteração', value: formatInstant(data.updated_at) },
          ]}
        />
      )}
    </LoadedContent>
  );
}
