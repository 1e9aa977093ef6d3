import { useId } from 'react';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { formatCount, plural } from '../../../shared/text/plural.ts';
import type { ImportResult } from '../import/offerImport.contract.ts';

export interface DryRun {
  /** Table that was checked. */
  csv: string;
  found: ImportResult;
}

/** Renders the result of the dry run, with a warning if the table has changed since. */
export function DryRunResult({
  tried,
  csv,
  isBrief,
}: {
  tried: DryRun | null;
  csv: string;
  /** Whether to leave out the rows, which the grid already shows. */
  isBrief: boolean;
}) {
  const id = useId();
  const isOld = tried !== null && tried.csv !== csv;
  const found = tried?.found;
  return (
    <>
      <p role="status" id={id}>
        {isOld ? 'A planilha mudou. Confira de novo.' : found?.message}
      </p>
      {found && !isOld && found.count > 1 && <p className="field-hint">{sumsText(found)}</p>}
      {found && !isOld && !isBrief && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section className="offer-tried" aria-labelledby={id} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Linha</th>
                {found.columns.map((label, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their position
                  <th key={at} scope="col" data-passed={label === null || undefined}>
                    {label ?? 'Não é lida'}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.rows.map(({ line, cells, errors, note }) => (
                <tr key={line}>
                  <th scope="row">
                    {line}
                    <Errors line={line} errors={errors} column={-1} />
                    {note && <p className="field-hint">{note}</p>}
                  </th>
                  {found.columns.map((label, at) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their position
                      key={at}
                      data-wrong={errors.some(({ column }) => column === at) || undefined}
                      data-passed={label === null || undefined}
                    >
                      {cells[at]}
                      <Errors line={line} errors={errors} column={at} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {found && !isOld && !isBrief && found.count > found.rows.length && (
        <p className="field-hint">
          {found.wrong > 0
            ? 'As linhas com algo errado vêm primeiro; das outras, só o começo.'
            : `O começo das ${formatCount(found.count)} linhas.`}
        </p>
      )}
    </>
  );
}

/** Returns the counts of the rows by result, in words. */
function sumsText({ count, added, changed, same, wrong }: ImportResult): string {
  const parts = [
    added > 0 && plural(added, 'nova', 'novas'),
    changed > 0 && plural(changed, 'muda o que já há', 'mudam o que já há'),
    same > 0 && plural(same, 'já está assim ou se repete', 'já estão assim ou se repetem'),
    wrong > 0 && `${formatCount(wrong)} a corrigir`,
  ];
  return `${plural(count, 'linha', 'linhas')}: ${parts.filter(Boolean).join(', ')}.`;
}

type Row = ImportResult['rows'][number];

function Errors({ line, errors, column }: Pick<Row, 'line' | 'errors'> & { column: number }) {
  return errors
    .filter((error) => error.column === column)
    .map(({ text }) => <FieldError key={text} id={`tried-${line}-${column}`} text={text} />);
}
