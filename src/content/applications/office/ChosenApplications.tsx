import { Archive } from 'lucide';
import { lazy, Suspense, useId, useState } from 'react';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { Icon } from '../../../records/office/Icon.tsx';
import { moveApplications } from '../application.contract.ts';
import { STAGES, type Stage, stageNames } from '../application.stages.ts';
import type { ApplicationRow } from './ApplicationList.tsx';
import { useSending } from './useSending.browser.ts';

// Loaded on first use only.
const CloseDialog = lazy(() =>
  import('./CloseDialog.tsx').then((module) => ({ default: module.CloseDialog })),
);

/** Bulk actions on the selected applications. `onDone` empties the selection. */
export function ChosenApplications({
  chosen,
  companyEmail,
  onDone,
}: {
  chosen: readonly ApplicationRow[];
  companyEmail: string | null;
  onDone: () => void;
}) {
  const id = useId();
  const [stage, setStage] = useState<Stage>('review');
  const [closing, setClosing] = useState(false);
  const { busy, send } = useSending();
  const isEmpty = chosen.length === 0;
  const askForRows = () => isEmpty && alert.info('Escolha pelo menos uma candidatura.');

  const move = async () => {
    const uuids = chosen.map(({ uuid }) => uuid);
    const failure = await send('Etapa mudada', () =>
      callEndpoint(moveApplications, { body: { uuids, stage } }),
    );
    if (!failure) onDone();
  };

  return (
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
        <Button
          variant="line"
          small
          busy={busy}
          unavailable={isEmpty}
          onUnavailable={askForRows}
          onClick={move}
        >
          Mudar etapa
        </Button>
      </div>
      <Button
        variant="line"
        small
        icon={<Icon of={Archive} />}
        unavailable={isEmpty}
        onUnavailable={askForRows}
        onClick={() => setClosing(true)}
      >
        Encerrar selecionadas
      </Button>
      {closing && !isEmpty && (
        <Suspense>
          <CloseDialog
            chosen={chosen}
            companyEmail={companyEmail}
            onDone={() => {
              setClosing(false);
              onDone();
            }}
            onClose={() => setClosing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
