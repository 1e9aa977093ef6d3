import { useId, useState } from 'react';
import { Link } from 'react-router';
import { resourceOf } from '../../records/define/resources.ts';
import { alert } from '../../records/office/alerts.tsx';
import { Button } from '../../records/office/Button.tsx';
import { callEndpoint } from '../../records/office/callEndpoint.ts';
import { failureFrom } from '../../records/office/loadScreen.ts';
import { withReauth } from '../../records/office/session.ts';
import { Thumb } from '../../records/office/Thumb.tsx';
import type { Failure } from '../../shared/failure.ts';
import { recordPath } from '../../shared/resource.ts';
import { capitalize } from '../../shared/text/format.ts';
import type { DashboardData, UndescribedPicture } from './dashboard.contract.ts';
import { describeEndpoints, MAX_COUNTED } from './dashboard.contract.ts';

const ALT_LENGTH = 300;

/** Lists pictures without alternative text, each with a field for it. `onMended` reloads the dashboard. */
export function DashboardMissingAlts({
  waiting: { count, first },
  onMended,
}: {
  waiting: DashboardData['waiting']['without_alt'];
  onMended: () => Promise<void>;
}) {
  const title = useId();
  if (first.length === 0) return null;
  const remaining = count - first.length;
  return (
    <section className="dash-block" aria-labelledby={title}>
      <header>
        <h2 id={title}>Imagens sem texto alternativo</h2>
        <p className="mut">{count >= MAX_COUNTED ? `mais de ${MAX_COUNTED - 1}` : count}</p>
      </header>
      <ul>
        {first.map((bare) => (
          <BareRow key={bare.uuid} bare={bare} onMended={onMended} />
        ))}
        {remaining > 0 && <li className="dash-none">As outras aparecem aqui conforme você escreve.</li>}
      </ul>
    </section>
  );
}

function BareRow({
  bare: { table, uuid, title, version, file },
  onMended,
}: {
  bare: UndescribedPicture;
  onMended: () => Promise<void>;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const known = resourceOf(table);
  const noun = capitalize((known?.one ?? '').replace(/^\S+ /, ''));
  const to = known && recordPath(known, { uuid });
  const save = async () => {
    const endpoint = describeEndpoints.get(table);
    if (!endpoint || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { data } = await withReauth(() =>
        callEndpoint(endpoint, { params: { uuid }, body: { alt: text.trim(), version } }),
      );
      alert.success('Texto alternativo salvo', data.message);
      await onMended();
    } catch (error) {
      setFailure(failureFrom(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="dash-row alt-row">
      <Thumb file={file} width={120} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) void save();
        }}
      >
        <label htmlFor={id}>
          <span className="sr-only">Texto alternativo de </span>
          {to ? (
            <Link to={to}>
              <b>{title ?? noun}</b>
            </Link>
          ) : (
            <b>{title ?? noun}</b>
          )}
          {title && <span className="mut"> · {noun}</span>}
        </label>
        <div className="alt-line">
          <input
            id={id}
            className="input"
            value={text}
            maxLength={ALT_LENGTH}
            placeholder="O que a imagem mostra?"
            autoComplete="off"
            aria-invalid={failure ? true : undefined}
            aria-describedby={failure && `${id}-error`}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" variant="line" small busy={busy} unavailable={text.trim() === ''}>
            Salvar <span className="sr-only">texto de {title ?? noun}</span>
          </Button>
        </div>
        {failure && (
          <p className="field-error" id={`${id}-error`} role="alert">
            {failure.message}
          </p>
        )}
      </form>
    </li>
  );
}
