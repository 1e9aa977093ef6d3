import { Download } from 'lucide';
import { useEffect, useId, useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useSearchParams } from 'react-router';
import { DASHBOARD } from '../../../shared/addresses.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { requestCodeText, texts } from '../../../shared/text/texts.ts';
import { allResources, resourceOf } from '../../define/resources.ts';
import { type AuditEntry, listAudit } from '../../server/history/history.contract.ts';
import { alert } from '../alerts.tsx';
import { BackLink } from '../BackLink.tsx';
import { Button } from '../Button.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { DayInput } from '../day/DayInput.tsx';
import { isDay } from '../day/dayText.ts';
import { Icon } from '../Icon.tsx';
import { LoadFailure } from '../Loaded.tsx';
import { addressWith } from '../list/addressWith.ts';
import { ListSkeleton } from '../list/ListPage.tsx';
import { failureFrom, load, useLoaded } from '../loadScreen.ts';
import { saveFile } from '../saveFile.ts';
import { screenMeta } from '../screenMeta.ts';
import { withReauth } from '../session.ts';

export const meta = screenMeta('Quem fez o quê');

const FILTERS = ['person', 'table', 'from', 'until', 'before'] as const;

const queryOf = (asked: URLSearchParams) =>
  Object.fromEntries(FILTERS.flatMap((name) => (asked.get(name) ? [[name, asked.get(name)]] : [])));

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(listAudit, request, { query: queryOf(new URL(request.url).searchParams) });
}

export { ListSkeleton as HydrateFallback };

export default function AuditPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { value, failure, pending } = useLoaded(answer);
  const [asked] = useSearchParams();
  const rows = value?.data ?? [];
  return (
    <>
      <BackLink to={DASHBOARD} />
      <header className="page-head">
        <div>
          <h1>Quem fez o quê</h1>
          <p>Tudo o que a equipe mudou, do mais novo para o mais antigo. De candidaturas, só que houve.</p>
        </div>
        <AuditDownload />
      </header>
      <Filters people={value?.meta.people ?? []} />
      {failure && !pending ? (
        <LoadFailure failure={failure} />
      ) : !value ? (
        <ListSkeleton />
      ) : rows.length === 0 ? (
        <div className="empty">
          <p className="d4">{texts.emptyList}</p>
        </div>
      ) : (
        <ol className="audit" aria-busy={pending || undefined}>
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <nav className="audit-more" aria-label="Mais registros">
        {asked.get('before') && (
          <Link className="link" to={addressWith(asked, { before: '' })}>
            Voltar aos mais novos
          </Link>
        )}
        {value?.meta.next && (
          <Link className="link" to={addressWith(asked, { before: String(value.meta.next) })}>
            Mais antigos
          </Link>
        )}
      </nav>
    </>
  );
}

function Entry({ entry: { at, text, title, table, uuid, opens, request } }: { entry: AuditEntry }) {
  const known = resourceOf(table);
  return (
    <li>
      <time dateTime={at}>{formatInstant(at)}</time>
      <p>
        {text}{' '}
        {title &&
          (known && opens && uuid ? (
            <Link className="link" to={known.at.history({ uuid })}>
              {title}
            </Link>
          ) : (
            <b>{title}</b>
          ))}
        {!title && known && opens && uuid && (
          <Link className="link" to={known.at.history({ uuid })}>
            Ver histórico
          </Link>
        )}
        {request && <span className="audit-request">{requestCodeText(request)}</span>}
      </p>
    </li>
  );
}

function Filters({ people }: { people: readonly { id: number; name: string }[] }) {
  const id = useId();
  const [asked, setAsked] = useSearchParams();
  const set = (name: string, value: string) =>
    setAsked(addressWith(asked, { [name]: value, before: '' }), { preventScrollReset: true });
  const field = (name: string) => ({
    id: `${id}-${name}`,
    className: 'input',
    value: asked.get(name) ?? '',
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <search className="audit-filters">
      <label htmlFor={`${id}-person`}>
        Pessoa
        <select {...field('person')}>
          <option value="">Todas</option>
          {people.map((person) => (
            <option key={person.id} value={person.id}>
              {person.name}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}-table`}>
        Registro
        <select {...field('table')}>
          <option value="">Todos</option>
          {allResources().map(({ table, office }) => (
            <option key={table} value={table}>
              {office.menu.label}
            </option>
          ))}
          <option value="user">Contas</option>
          <option value="personal_data">Dados pessoais</option>
          <option value="tokens">Tokens</option>
        </select>
      </label>
      <DayFilter
        id={`${id}-from`}
        label="De"
        asked={asked.get('from') ?? ''}
        max={asked.get('until')}
        onChange={(day) => set('from', day)}
      />
      <DayFilter
        id={`${id}-until`}
        label="Até"
        asked={asked.get('until') ?? ''}
        min={asked.get('from')}
        onChange={(day) => set('until', day)}
      />
    </search>
  );
}

/** A date field that reports only a complete or an empty date. */
function DayFilter({
  id,
  label,
  asked,
  min,
  max,
  onChange,
}: {
  id: string;
  label: string;
  asked: string;
  min?: string | null;
  max?: string | null;
  onChange: (day: string) => void;
}) {
  const [typed, setTyped] = useState(asked);
  // The address changed, for example by the back button.
  useEffect(() => setTyped(asked), [asked]);
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <DayInput
        id={id}
        label={label}
        value={typed}
        min={min ?? undefined}
        max={max ?? undefined}
        onChange={(next) => {
          setTyped(next);
          if (next !== asked && (next === '' || isDay(next))) onChange(next);
        }}
      />
    </div>
  );
}

/** Most rows of a download: spreadsheets open larger files slowly. */
const MAX_ROWS = 10_000;

function AuditDownload() {
  const [asked] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const [{ BYTE_ORDER_MARK, encodeCsv }, { fileNameOf }] = await Promise.all([
        import('../list/csv.ts'),
        import('../list/csvCells.ts'),
      ]);
      const rows: string[][] = [];
      let before: number | null = null;
      do {
        const query: object = { ...queryOf(asked), ...(before && { before }) };
        const { data, meta }: { data: AuditEntry[]; meta: { next: number | null } } = await withReauth(() =>
          callEndpoint(listAudit, { query }),
        );
        rows.push(
          ...data.map(({ at, by, text, title, request }) => [
            formatInstant(at),
            by ?? '',
            text,
            title ?? '',
            request ?? '',
          ]),
        );
        before = meta.next;
      } while (before !== null && rows.length < MAX_ROWS);
      const sheet = encodeCsv([['Quando', 'Quem', 'O quê', 'Registro', 'Código'], ...rows]);
      const blob = new Blob([BYTE_ORDER_MARK, sheet], { type: 'text/csv;charset=utf-8' });
      saveFile(blob, fileNameOf('Quem fez o quê', Date.now()));
      if (before !== null)
        alert.warning(
          'Atenção',
          `O arquivo tem os ${MAX_ROWS.toLocaleString('pt-BR')} mais novos. Escolha um período para os outros.`,
        );
    } catch (error) {
      alert.failure(failureFrom(error));
    }
    setBusy(false);
  };
  return (
    <Button variant="line" small busy={busy} icon={<Icon of={Download} />} onClick={download}>
      Baixar planilha
    </Button>
  );
}
