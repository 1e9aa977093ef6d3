import { Archive } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { plural } from '../../../shared/text/plural.ts';
import { moveApplications } from '../application.contract.ts';
import { STAGES, type Stage, stageNames } from '../application.stages.ts';
import type { ApplicationRow } from './ApplicationList.tsx';
import { useSending } from './useSending.browser.ts';

// Loaded on first use only.
const CloseDialog = lazy(() =>
  import('./CloseDialog.tsx').then((module) => ({ default: module.CloseDialog })),
);

/** Offers the bulk actions on the selected rows. */
export function SelectionBar({
  rows,
  chosen,
  companyEmail,
  onChoose,
}: {
  rows: ApplicationRow[];
  chosen: ApplicationRow[];
  companyEmail: string | null;
  onChoose: (rows: ApplicationRow[]) => void;
}) {
  const id = useId();
  const [stage, setStage] = useState<Stage>('review');
  const [closing, setClosing] = useState(false);
  const { busy, send } = useSending();
  if (rows.length === 0) return null;

  const move = async () => {
    const uuids = chosen.map(({ uuid }) => uuid);
    const failure = await send('Etapa mudada', () =>
      callEndpoint(moveApplications, { body: { uuids, stage } }),
    );
    if (!failure) onChoose([]);
  };

  return (
    <div className="application-chosen" data-some={chosen.length > 0 || undefined}>
      <label className="application-choice">
        <input
          type="checkbox"
          checked={chosen.length === rows.length}
          onChange={({ target }) => onChoose(target.checked ? rows : [])}
        />
        <span aria-live="polite">
          {chosen.length > 0 ? plural(chosen.length, 'escolhida', 'escolhidas') : 'Escolher todas'}
        </span>
      </label>
      {chosen.length > 0 && (
        <>
          <div className="application-move">
            <label className="sr-only" htmlFor={id}>
              Etapa das escolhidas
            </label>
            <select
              id={id}
              className="input"
              value={stage}
              onChange={({ target }) => setStage(target.value as Stage)}
            >
              {stageNames.map((name) => (
                <option key={name} value={name}>
                  {STAGES[name]}
                </option>
              ))}
            </select>
            <Button variant="ink" small busy={busy} onClick={move}>
              Mudar etapa
            </Button>
          </div>
          <Button
            variant="line"
            small
            icon={<Archive className="i" aria-hidden="true" />}
            onClick={() => setClosing(true)}
          >
            Encerrar selecionadas
          </Button>
        </>
      )}
      {closing && chosen.length > 0 && (
        <Suspense>
          <CloseDialog
            chosen={chosen}
            companyEmail={companyEmail}
            onDone={() => {
              setClosing(false);
              onChoose([]);
            }}
            onClose={() => setClosing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
