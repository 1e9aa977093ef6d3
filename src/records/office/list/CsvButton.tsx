import { Download, X } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatInstant } from '../../../shared/text/format.ts';
import { formatCount } from '../../../shared/text/plural.ts';
import { alert } from '../alerts.tsx';
import { tagsOf } from '../details/PublicationTag.tsx';
import { Icon } from '../Icon.tsx';
import { failureFrom } from '../loadScreen.ts';
import { saveFile } from '../saveFile.ts';
import { withReauth } from '../session.ts';
import { type Column, type ExportSheet, type ListEndpoint, type ListRow, textOf } from './column.ts';
import type { CsvCell } from './csvCells.ts';

const COMMON_HEADS = ['Publicação', 'Última alteração', 'Por'];

interface Props<T extends ListRow> {
  title: string;
  source: { endpoint: ListEndpoint; fields: readonly string[] };
  columns: readonly Column<T>[];
  /** Whether the records have a publication state and a last change. */
  published: boolean;
  /** Loads the columns of a list whose export can be imported again. */
  sheet?: (() => Promise<ExportSheet<never>>) | undefined;
}

/** Button that exports everything the list finds as CSV. */
export function CsvButton<T extends ListRow>({ title, source, columns, published, sheet }: Props<T>) {
  const [searchParams] = useSearchParams();
  const [rows, setRows] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const stop = new AbortController();
    running.current = stop;
    setRows(0);
    const shown = columns.filter(({ kind }) => kind !== 'picture');
    const cellsOf = (item: T): CsvCell[] => [
      ...shown.map((column) => textOf(column, item)),
      ...(item.publication
        ? [
            tagsOf(item.publication)
              .map(({ text }) => text)
              .join(', ') || 'No site',
          ]
        : []),
      ...(item.last_change ? [formatInstant(item.last_change.at), item.last_change.by] : []),
    ];
    try {
      const [{ exportCsv }, { fileNameOf }] = await Promise.all([
        import('./csv.ts'),
        import('./csvCells.ts'),
      ]);
      const heads = [...shown.map(({ label }) => label), ...(published ? COMMON_HEADS : [])];
      const own = await withReauth(async () => sheet?.());
      const blob = await withReauth(() =>
        exportCsv({
          ...source,
          asked: searchParams,
          ...((own as ExportSheet<T> | undefined) ?? { heads, cellsOf }),
          onProgress: setRows,
          signal: stop.signal,
        }),
      );
      saveFile(blob, fileNameOf(title, Date.now()));
    } catch (error) {
      if (!stop.signal.aborted) alert.failure(failureFrom(error));
    } finally {
      setRows(null);
    }
  };

  return (
    <>
      {rows === null ? (
        <button type="button" className="chip" onClick={run}>
          <Icon of={Download} />
          Baixar planilha
        </button>
      ) : (
        <button type="button" className="chip" onClick={() => running.current?.abort()}>
          <Icon of={X} />
          {`Parar (${formatCount(rows)})`}
        </button>
      )}
      <span className="sr-only" role="status">
        {rows !== null && 'Preparando a planilha.'}
      </span>
    </>
  );
}
