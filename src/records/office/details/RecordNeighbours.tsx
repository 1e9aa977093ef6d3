import { ChevronLeft, ChevronRight } from 'lucide';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { PAGE_SIZE } from '../../../shared/list.ts';
import { callEndpoint } from '../callEndpoint.ts';
import { Icon } from '../Icon.tsx';
import type { ListEndpoint, ListRow } from '../list/column.ts';
import { storedListState, storeListState } from '../listState.ts';
import { listQueryOf } from '../loadScreen.ts';

interface NamedRow extends ListRow {
  name: string;
}

/** A record beside another one, and the address of the list with its page. */
interface Neighbour {
  row: NamedRow;
  search: string;
}

interface Neighbours {
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
}

interface Props {
  endpoint: ListEndpoint<NamedRow>;
  /** Address of the list, whose order, filters and page the user left. */
  list: string;
  uuid: string;
  addressOf: (row: { uuid: string }) => string;
  /** Noun of a record, for the labels. */
  noun: string;
}

/**
 * Links the records before and after one, in the order of the list as the user left it. Shows nothing if the list does
 * not contain the record.
 */
export function RecordNeighbours({ endpoint, list, uuid, addressOf, noun }: Props) {
  const [found, setFound] = useState<Neighbours | null>(null);
  useEffect(() => {
    let isCurrent = true;
    findNeighbours(endpoint, storedListState(list)?.search ?? '', uuid).then(
      (neighbours) => isCurrent && setFound(neighbours),
      // The links are a convenience: the screen works without them.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [endpoint, list, uuid]);
  const link = (rel: 'prev' | 'next', neighbour: Neighbour | undefined) =>
    neighbour && (
      <Link
        className="btn btn-line btn-s"
        rel={rel}
        // «Voltar» leads to the list, not through all records that were seen.
        replace
        to={addressOf(neighbour.row)}
        aria-label={`${noun} ${rel === 'prev' ? 'anterior' : 'seguinte'}: ${neighbour.row.name}`}
        onClick={() => {
          const state = storedListState(list) ?? { scroll: 0 };
          storeListState(list, { ...state, search: neighbour.search, row: neighbour.row.uuid });
        }}
      >
        {rel === 'prev' && <Icon of={ChevronLeft} />}
        {rel === 'prev' ? 'Anterior' : 'Seguinte'}
        {rel === 'next' && <Icon of={ChevronRight} />}
      </Link>
    );
  return (
    <nav className="record-neighbours" aria-label="Registros vizinhos">
      {link('prev', found?.previous)}
      {link('next', found?.next)}
    </nav>
  );
}

/** Reads the page of the list that has the record, and at its edges the page beside it. */
async function findNeighbours(
  endpoint: ListEndpoint<NamedRow>,
  search: string,
  uuid: string,
): Promise<Neighbours | null> {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? 1);
  const read = async (number: number): Promise<Neighbour[]> => {
    const query = { ...listQueryOf(params, ['uuid', 'name'], undefined), page: number, per_page: PAGE_SIZE };
    const { data } = await callEndpoint(endpoint, { query } as never);
    const address = new URLSearchParams(params);
    if (number > 1) address.set('page', String(number));
    else address.delete('page');
    const own = address.size > 0 ? `?${address}` : '';
    return data.map((row) => ({ row, search: own }));
  };
  const rows = await read(page);
  const at = rows.findIndex(({ row }) => row.uuid === uuid);
  if (at < 0) return null;
  return {
    previous: rows[at - 1] ?? (page > 1 ? (await read(page - 1)).at(-1) : undefined),
    next: rows[at + 1] ?? (rows.length === PAGE_SIZE ? (await read(page + 1))[0] : undefined),
  };
}
