import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { RecordDetails } from '../../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { getQuestion, questionRecord } from '../question.contract.ts';
import { questions } from '../question.resource.ts';

export const meta = screenMeta('Detalhes da pergunta');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getQuestion, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function QuestionDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return <RecordDetails definition={questionRecord} resource={questions} answer={answer} />;
}
