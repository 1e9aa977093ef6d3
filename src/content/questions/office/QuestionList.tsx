import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { type Column, ListPage, ListSkeleton, orderColumn } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { SortableRows } from '../../../records/office/rows/SortableRows.tsx';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import {
  destroyQuestion,
  listQuestions,
  orderQuestions,
  type Question,
  updateQuestion,
} from '../question.contract.ts';
import { questions } from '../question.resource.ts';

export const meta = screenMeta('Perguntas e respostas');

const FIELDS = ['uuid', 'question', 'position', 'topic'] as const;
type Row = Pick<Question, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listQuestions, FIELDS, request, { whole: true });
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  orderColumn(updateQuestion),
  {
    key: 'question',
    label: 'Pergunta',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ question }) => question,
  },
  {
    key: 'topic',
    label: 'Assunto',
    sortable: true,
    kind: 'quiet',
    narrow: 'line',
    render: ({ topic }) => topic.text,
  },
];

export default function QuestionList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Perguntas e respostas"
      description="Aparecem na página de ajuda, por assunto e nesta ordem; as do cartão, também na página dele. Arraste para mudar."
      resource={questions}
      add="Adicionar pergunta"
      searchLabel="Buscar por pergunta, resposta ou assunto"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listQuestions, fields: FIELDS }}
      columns={columns}
      nameOf={({ question }) => question}
      remove={{
        endpoint: destroyQuestion,
        consequence: 'Sai do site agora. Fica na lixeira, de onde pode voltar.',
      }}
      onReorder={(uuids) => callEndpoint(orderQuestions, { body: { uuids } })}
      sortableRows={SortableRows}
    />
  );
}
