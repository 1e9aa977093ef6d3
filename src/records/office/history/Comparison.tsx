import { diffWordsWithSpace } from 'diff';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { failureText } from '../../../shared/failure.ts';
import type {
  VersionComparison as Compared,
  HistoryEndpoints,
  RecordVersion,
  VersionValue,
} from '../../../shared/history.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { callEndpoint } from '../callEndpoint.ts';
import { Radio } from '../form/Radio.tsx';
import { RecordSkeleton } from '../Loaded.tsx';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';
import { Thumb } from '../Thumb.tsx';
import { versionStateText } from './versionWords.ts';

/** Compares a version with another, field by field: texts by words, pictures side by side. */
export function Comparison({
  calls,
  uuid,
  version,
  actions,
}: {
  calls: HistoryEndpoints;
  uuid: string;
  version: RecordVersion;
  actions: ReactNode;
}) {
  const id = useId();
  const [comparedWith, setComparedWith] = useState<'before' | 'now'>('before');
  const [all, setAll] = useState(false);
  const { compared, failure } = useCompared(calls, uuid, version.id, comparedWith);
  const isNow = version.state === 'published' || version.state === 'withheld' || version.state === 'deleted';
  const fields = compared?.fields.filter(({ differs }) => all || differs) ?? [];
  return (
    <section className="comparison" aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{formatInstant(version.at)}</h2>
          <p>
            {version.by ?? 'O sistema'} · {versionStateText(version)}
          </p>
        </div>
        <div className="acts">{actions}</div>
      </header>
      {!version.goes && (
        <div className="comparison-choice">
          {!isNow && (
            <fieldset className="choice-row">
              <legend className="sr-only">Comparar com</legend>
              <Radio name={id} checked={comparedWith === 'before'} onChoose={() => setComparedWith('before')}>
                Com a anterior
              </Radio>
              <Radio name={id} checked={comparedWith === 'now'} onChoose={() => setComparedWith('now')}>
                Com a atual
              </Radio>
            </fieldset>
          )}
          <label className="check">
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
            Mostrar todos os campos
          </label>
        </div>
      )}
      {failure ? (
        <p className="field-error" role="alert">
          {failureText(failure)}
        </p>
      ) : !compared ? (
        <RecordSkeleton />
      ) : version.goes ? (
        <p>Nessa hora o registro sai do site. A equipe continua vendo.</p>
      ) : fields.length === 0 ? (
        <p className="mut">Nenhum campo é diferente.</p>
      ) : (
        <table className="compared">
          <caption className="sr-only">Campo por campo</caption>
          <thead>
            <tr>
              <th scope="col">Campo</th>
              <th scope="col">{comparedWith === 'now' ? 'Como está agora' : 'Antes'}</th>
              <th scope="col">{comparedWith === 'now' ? 'Nesta versão' : 'Depois'}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ label, before, after, differs }) => (
              <tr key={label} data-differs={differs || undefined}>
                <th scope="row">{label}</th>
                <td data-side={comparedWith === 'now' ? 'Como está agora' : 'Antes'}>
                  <Value value={before} other={after} side="before" />
                </td>
                <td data-side={comparedWith === 'now' ? 'Nesta versão' : 'Depois'}>
                  <Value value={after} other={before} side="after" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function useCompared(calls: HistoryEndpoints, uuid: string, id: number, comparedWith: 'before' | 'now') {
  const [state, setState] = useState<{ compared: Compared | null; failure: Failure | null }>({
    compared: null,
    failure: null,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `calls` follow from the record
  useEffect(() => {
    const abort = new AbortController();
    const params = { uuid, version: id };
    withReauth(() =>
      callEndpoint(calls.compare, { params, query: { with: comparedWith } }, { signal: abort.signal }),
    ).then(
      ({ data }) => setState({ compared: data, failure: null }),
      (error) => abort.signal.aborted || setState({ compared: null, failure: failureFrom(error) }),
    );
    return () => abort.abort();
  }, [uuid, id, comparedWith]);
  return state;
}

function Value({
  value,
  other,
  side,
}: {
  value: VersionValue;
  other: VersionValue;
  side: 'before' | 'after';
}) {
  switch (value.kind) {
    case 'nothing':
      return <span className="mut">vazio</span>;
    case 'instant':
      return formatInstant(value.at);
    case 'fact':
      return value.text;
    case 'text':
      return other.kind === 'text' ? <Words text={value.text} other={other.text} side={side} /> : value.text;
    case 'picture':
      return <Thumb file={value.picture} width={220} />;
    case 'pictures':
      return (
        <ul className="compared-pictures">
          {value.pictures.map((picture) => (
            <li key={picture.url_s3}>
              <Thumb file={picture} width={110} />
              {picture.alt && <small>{picture.alt}</small>}
            </li>
          ))}
        </ul>
      );
  }
}

/** Renders a text and marks the words that the other text lacks. */
function Words({ text, other, side }: { text: string; other: string; side: 'before' | 'after' }) {
  if (text === other) return text;
  const [old, fresh] = side === 'before' ? [text, other] : [other, text];
  // The timeout ends slow comparisons. It hits texts with little in common; their diff would be unreadable anyway.
  const parts = diffWordsWithSpace(old, fresh, { timeout: 200 });
  if (!parts) return text;
  return parts.map(({ value, added, removed }, at) => {
    if (side === 'before' ? added : removed) return null;
    if (!added && !removed) return value;
    const Mark = side === 'before' ? 'del' : 'ins';
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
    return <Mark key={at}>{value}</Mark>;
  });
}
