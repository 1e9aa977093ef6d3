import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { todayOnDevice } from '../../../shared/dates.ts';
import { formatDate, formatInstant, inSentence } from '../../../shared/text/format.ts';
import { destroyToken, listTokens, type Token } from '../token.contract.ts';
import { tokens } from '../token.screens.ts';
import { endsSoon, expiryText, permissionsText } from '../token.words.ts';

export const meta = screenMeta('Tokens');

const FIELDS = [
  'uuid', 'name', 'permissions', 'branches', 'expires_on', 'last_used_at', 'made_by', 'version',
] as const; // biome-ignore format: one line
type Row = Pick<Token, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listTokens, FIELDS, request);
}

export { ListSkeleton as HydrateFallback };

/** Numbers of areas and branches that a row names; the rest are counted. */
const MAX_NAMED = { areas: 3, branches: 2 };

const namesOf = (branches: readonly { name: string }[], max?: number) =>
  inSentence(
    branches.map(({ name }) => name),
    max,
  );

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    label: 'Nome',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ name }) => name,
  },
  {
    key: 'permissions',
    label: 'O que permite',
    narrow: 'line',
    csv: ({ permissions }) => permissionsText(permissions),
    render: ({ permissions, branches, expires_on }) => (
      <>
        <span className="token-permits">{permissionsText(permissions, MAX_NAMED.areas)}.</span>
        {branches && <span className="token-permits">Só {namesOf(branches, MAX_NAMED.branches)}.</span>}
        <span className="list-narrow">
          <Expiry day={expires_on} />
        </span>
      </>
    ),
  },
  {
    key: 'branches',
    label: 'Filiais',
    optional: true,
    csv: ({ branches }) => (branches ? namesOf(branches) : 'Todas'),
    render: ({ branches }) => (branches ? namesOf(branches) : 'Todas'),
  },
  {
    key: 'expires_on',
    label: 'Validade',
    sortable: true,
    kind: 'status',
    csv: ({ expires_on }) => formatDate(expires_on),
    render: ({ expires_on }) => <Expiry day={expires_on} />,
  },
  {
    key: 'last_used_at',
    label: 'Último uso',
    kind: 'status',
    csv: ({ last_used_at }) => (last_used_at ? formatInstant(last_used_at) : ''),
    render: ({ last_used_at }) => (last_used_at ? formatInstant(last_used_at) : 'Nunca usado'),
  },
  {
    key: 'made_by',
    label: 'Criado por',
    kind: 'status',
    csv: ({ made_by }) => made_by.name,
    render: ({ made_by: { name, active } }) => (active ? name : `${name} (não entra mais)`),
  },
];

function Expiry({ day }: { day: string }) {
  const now = todayOnDevice();
  return (
    <span className="token-expiry" data-state={day < now ? 'over' : endsSoon(day, now) ? 'soon' : undefined}>
      {expiryText(day, now)}
    </span>
  );
}

export default function TokenList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Tokens"
      description="Com um token, outro sistema usa a API no lugar de uma pessoa: o de preços, o dos encartes."
      resource={tokens}
      add="Criar token"
      searchLabel="Buscar por nome"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listTokens, fields: FIELDS }}
      columns={columns}
      nameOf={({ name }) => name}
      remove={{
        endpoint: destroyToken,
        question: 'Revogar este token?',
        verb: 'Revogar',
        consequence:
          'O sistema que o usa deixa de entrar agora mesmo. Não dá para desfazer: só criando outro.',
      }}
    />
  );
}
