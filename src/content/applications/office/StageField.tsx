import { useId } from 'react';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { type ApplicationDetails, moveApplications } from '../application.contract.ts';
import { STAGES, type Stage, stageNames } from '../application.stages.ts';
import { formatAuthorAndTime } from './application.format.browser.ts';
import { useSending } from './useSending.browser.ts';

/** Shows the stage as a select that saves each change at once. */
export function StageField({ application }: { application: ApplicationDetails }) {
  const { uuid, stage, staged, version } = application;
  const id = useId();
  const { busy, send } = useSending();
  const move = (to: Stage) =>
    send('Etapa mudada', () =>
      callEndpoint(moveApplications, { body: { uuids: [uuid], stage: to, version } }),
    );
  return (
    <div className="application-stage">
      <label className="sr-only" htmlFor={id}>
        Etapa
      </label>
      <select
        id={id}
        className="input"
        value={stage}
        aria-busy={busy || undefined}
        aria-describedby={staged ? `${id}-since` : undefined}
        onChange={({ target }) => !busy && move(target.value as Stage)}
      >
        {stageNames.map((name) => (
          <option key={name} value={name}>
            {STAGES[name]}
          </option>
        ))}
      </select>
      {staged && (
        <p className="application-quiet" id={`${id}-since`}>
          Mudada {formatAuthorAndTime(staged)}
        </p>
      )}
    </div>
  );
}
