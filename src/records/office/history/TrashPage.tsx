import { Trash2, Undo2 } from 'lucide';
import { type RefObject, useRef, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import { DASHBOARD } from '../../../shared/addresses.ts';
import type { HistoryEndpoints } from '../../../shared/history.ts';
import { PAGE_SIZE } from '../../../shared/list.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { texts } from '../../../shared/text/texts.ts';
import { resourceOf } from '../../define/resources.ts';
import {
  type DeletedRecord,
  eraseDeleted,
  historyEndpointsOf,
  listTrash,
} from '../../server/history/history.contract.ts';
import { alert } from '../alerts.tsx';
import { BackLink } from '../BackLink.tsx';
import { Button } from '../Button.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { Icon } from '../Icon.tsx';
import { LoadFailure } from '../Loaded.tsx';
import { BulkActionBar } from '../list/BulkActionBar.tsx';
import { ListSkeleton } from '../list/ListPage.tsx';
import { Pager } from '../list/Pager.tsx';
import { RowCheckbox, SelectRowsButton } from '../list/RowSelection.tsx';
import { SearchBox } from '../list/SearchBox.tsx';
import { type RowSelection, useRowSelection } from '../list/useRowSelection.ts';
import { failureFrom, load, useLoaded } from '../loadScreen.ts';
import { screenMeta } from '../screenMeta.ts';
import { withReauth } from '../session.ts';
import { Thumb } from '../Thumb.tsx';
import { usePermissions } from '../usePermissions.ts';

export const meta = screenMeta('Lixeira');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const [search, page, table] = [
    asked.get('search') ?? '',
    asked.get('page') ?? '1',
    asked.get('table') ?? '',
  ];
  return load(listTrash, request, {
    query: { search, page, per_page: PAGE_SIZE, ...(table && { table }) },
  });
}

export { ListSkeleton as HydrateFallback };

const ACTIONS = ['restore'] as const;

/** Returns the names of a deleted record; null for a table that this release has no screens for. */
function namesOf({ table, title }: DeletedRecord) {
  const known = resourceOf(table);
  const calls = historyEndpointsOf(table);
  if (!known || !calls) return null;
  const [, ...noun] = known.one.split(' ');
  const what = noun.join(' ').replace(/^./, (letter) => letter.toUpperCase());
  return { known, calls, what, name: title ?? what };
}

export default function BinPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { value, failure, pending } = useLoaded(answer);
  const [asked] = useSearchParams();
  const rows = (value?.data ?? []).filter(namesOf);
  const choice = useRowSelection(rows, asked.toString());
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <BackLink to={DASHBOARD} />
      <header className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            Lixeira
          </h1>
          <p>
            O que foi excluído espera aqui e volta com fotos, textos e lugar. Depois do prazo, some de vez.
          </p>
        </div>
        {rows.length > 1 && !choice.isOn && <SelectRowsButton choice={choice} />}
      </header>
      <div className="list-bar">
        <SearchBox label="Buscar pelo nome" />
      </div>
      {choice.isOn && rows.length > 0 && (
        <BulkActionBar
          choice={choice}
          count={rows.length}
          actions={ACTIONS}
          callsOf={({ table }) => historyEndpointsOf(table) as HistoryEndpoints}
          nameOf={(row) => namesOf(row)?.name ?? ''}
        />
      )}
      {failure && !pending ? (
        <LoadFailure failure={failure} />
      ) : !value ? (
        <ListSkeleton />
      ) : rows.length === 0 ? (
        <div className="empty">
          <p className="d4">{asked.get('search') ? texts.emptyList : 'A lixeira está vazia'}</p>
        </div>
      ) : (
        <ul className="bin" aria-busy={pending || undefined} data-choosing={choice.isOn || undefined}>
          {rows.map((row) => (
            <BinRow key={`${row.table} ${row.uuid}`} row={row} choice={choice} heading={heading} />
          ))}
        </ul>
      )}
      {value?.meta && rows.length > 0 && <Pager meta={value.meta} shown={rows.length} />}
    </>
  );
}

interface BinRowProps {
  row: DeletedRecord;
  choice: RowSelection<DeletedRecord>;
  /** Gets the focus after a row was erased. */
  heading: RefObject<HTMLElement | null>;
}

function BinRow({ row, choice, heading }: BinRowProps) {
  const revalidator = useRevalidator();
  const { inArea, has } = usePermissions();
  const [busy, setBusy] = useState(false);
  const [erasing, setErasing] = useState(false);
  const names = namesOf(row);
  if (!names) return null;
  const { known, calls, what, name } = names;
  const { uuid, title, picture, deleted_at, until, by } = row;
  const mayDelete = inArea(known.area).delete;
  const restore = async () => {
    setBusy(true);
    try {
      const { data } = await withReauth(() => callEndpoint(calls.restore, { params: { uuid }, body: {} }));
      alert.success('De volta', data.message);
    } catch (error) {
      alert.failure(failureFrom(error));
    }
    await revalidator.revalidate();
    setBusy(false);
  };
  return (
    <li>
      {choice.isOn && <RowCheckbox choice={choice} uuid={uuid} name={name} />}
      {picture ? (
        <Thumb file={picture} width={110} alt="" />
      ) : (
        <span className="bin-none" aria-hidden="true" />
      )}
      <div>
        <b>{name}</b>
        <p>
          {title ? `${what}. ` : ''}
          {by ? `${by} excluiu` : 'Excluído'} em {formatInstant(deleted_at)}. Some de vez em{' '}
          {formatInstant(until)}.
        </p>
      </div>
      <div className="acts">
        <Link className="link" to={known.at.history({ uuid })} aria-label={`Histórico: ${name}`}>
          Histórico
        </Link>
        {mayDelete && has(eraseDeleted.needs) && (
          <Button
            variant="line"
            small
            unavailable={busy}
            aria-label={`Apagar agora: ${name}`}
            icon={<Icon of={Trash2} />}
            onClick={() => setErasing(true)}
          >
            Apagar agora
          </Button>
        )}
        {mayDelete && (
          <Button
            variant="line"
            small
            busy={busy}
            aria-label={`Trazer de volta: ${name}`}
            icon={<Icon of={Undo2} />}
            onClick={restore}
          >
            Trazer de volta
          </Button>
        )}
      </div>
      {erasing && <EraseDialog row={row} what={what} heading={heading} onClose={() => setErasing(false)} />}
    </li>
  );
}

interface EraseDialogProps {
  row: DeletedRecord;
  /** Noun of the record. */
  what: string;
  heading: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks before a record of the trash is erased, and erases it. */
function EraseDialog({ row: { table, uuid, title, picture }, what, heading, onClose }: EraseDialogProps) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const erase = async () => {
    setBusy(true);
    try {
      const { data } = await withReauth(() => callEndpoint(eraseDeleted, { body: { table, uuid } }));
      alert.success('Apagado', data.message);
      onClose();
      await revalidate();
      // The row that had the focus is gone.
      heading.current?.focus();
    } catch (error) {
      alert.failure(failureFrom(error));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title="Apagar para sempre?"
      confirm={{ label: 'Apagar para sempre', icon: <Icon of={Trash2} /> }}
      busy={busy}
      onConfirm={erase}
      onClose={onClose}
    >
      {picture && <Thumb file={picture} width={404} alt="" />}
      <p className="dialog-subject">{title ? `${what}: ${title}` : what}</p>
      <p>
        Some já, com as fotos, os textos e as versões antigas, e não dá para desfazer. O histórico da equipe
        diz quem apagou e quando, sem o conteúdo.
      </p>
    </ConfirmDialog>
  );
}
