import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { Avatar } from '../../../records/office/Avatar.tsx';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { formatInstant, inSentence } from '../../../shared/text/format.ts';
import { destroyPerson, listPeople, PERSON_STATES, type Person } from '../person.contract.ts';
import { people } from '../users.office.ts';
import { PersonStatus } from './PersonStatus.tsx';

export const meta = screenMeta('Pessoas');

const FIELDS = [
  'uuid',
  'name',
  'email',
  'photo',
  'role_name',
  'branches',
  'state',
  'last_login_at',
  'version',
] as const;
type Row = Pick<Person, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listPeople, FIELDS, request);
}

export { ListSkeleton as HydrateFallback };

/** Most branch names in a row. */
const MAX_NAMES = 2;

const branchesOf = ({ branches }: Row) => {
  if (branches === null) return null;
  return branches.length > 0
    ? inSentence(
        branches.map(({ name }) => name),
        MAX_NAMES,
      )
    : 'Nenhuma filial';
};

const lastLogin = ({ last_login_at }: Row) => (last_login_at ? formatInstant(last_login_at) : 'Nunca entrou');

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    label: 'Nome',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    csv: ({ name }) => name,
    render: ({ name, email, photo }) => (
      <span className="person">
        <Avatar name={name} photo={photo} />
        <span>
          {name}
          <span className="person-email">{email}</span>
        </span>
      </span>
    ),
  },
  { key: 'email', label: 'E-mail', optional: true, kind: 'quiet', render: ({ email }) => email },
  {
    key: 'role',
    label: 'Papel',
    narrow: 'line',
    csv: (row) => [row.role_name, branchesOf(row)].filter(Boolean).join(': '),
    render: (row) => (
      <span className="person-role">
        {row.role_name}
        {row.branches && <span className="person-branches">{branchesOf(row)}</span>}
        <span className="list-narrow">
          <PersonStatus state={row.state} />
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    label: 'Acesso',
    kind: 'status',
    csv: ({ state }) => PERSON_STATES[state],
    render: ({ state }) => <PersonStatus state={state} />,
  },
  { key: 'last_login_at', label: 'Última entrada', sortable: true, kind: 'quiet', render: lastLogin },
];

export default function PersonList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Pessoas"
      description="Quem entra na retaguarda, com o papel que diz o que cada pessoa pode."
      resource={people}
      add="Convidar pessoa"
      searchLabel="Buscar por nome ou e-mail"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listPeople, fields: FIELDS }}
      columns={columns}
      nameOf={({ name }) => name}
      remove={{
        endpoint: destroyPerson,
        consequence: 'Não entra mais a partir de agora, e as sessões terminam. O histórico guarda o nome.',
      }}
    />
  );
}
