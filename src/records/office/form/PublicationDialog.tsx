import { useId, useState } from 'react';
import { isInstant, isSameInstant } from '../../../shared/text/zonedTime.ts';
import { InstantInput } from '../day/InstantInput.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { Radio } from './Radio.tsx';
import type { PublicationChoice, PublicationPlanState } from './usePlan.ts';

/** Asks when shoppers see what the form saves, and until when. */
export function PublicationDialog({
  when,
  onChoose,
  onClose,
  finalFocus,
}: {
  when: PublicationPlanState;
  onChoose: (when: PublicationChoice) => void;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  const id = useId();
  const [publish, setPublish] = useState(when.publish);
  const [at, setAt] = useState(when.at);
  const [leaves, setLeaves] = useState(when.leaves);
  const [problem, setProblem] = useState<{ at?: string; leaves?: string }>({});
  const confirm = () => {
    const found: { at?: string; leaves?: string } = {};
    if (publish === 'at' && !isInstant(at)) found.at = 'Informe o dia e a hora em que entra no site.';
    else if (publish === 'at' && Date.parse(at) <= Date.now())
      found.at = 'Esta hora já passou. Escolha outra, ou publique já.';
    if (leaves && !isInstant(leaves)) found.leaves = 'Informe o dia e a hora em que sai do site.';
    else if (leaves) {
      const first = publish === 'at' && isInstant(at) ? Date.parse(at) : Date.now();
      if (Date.parse(leaves) <= first) found.leaves = 'A hora de sair do site vem depois da hora de entrar.';
    }
    setProblem(found);
    if (found.at || found.leaves) return;
    onChoose({
      publish,
      at: publish === 'at' ? at : '',
      // Keep the original notation: another notation of the same instant would count as a change.
      leaves: isSameInstant(leaves, when.leaves) ? when.leaves : leaves,
    });
  };
  return (
    <ConfirmDialog
      open
      title="Quando aparece no site?"
      confirm={{ label: 'Pronto' }}
      onConfirm={confirm}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <fieldset className="when">
        <legend className="sr-only">Quando aparece no site</legend>
        <Radio name={id} checked={publish === 'now'} onChoose={() => setPublish('now')}>
          Assim que eu salvar
        </Radio>
        <Radio name={id} checked={publish === 'later'} onChoose={() => setPublish('later')}>
          {when.isShown
            ? 'Quando alguém publicar: o site segue como está'
            : 'Quando alguém publicar: é um rascunho'}
        </Radio>
        <Radio name={id} checked={publish === 'at'} onChoose={() => setPublish('at')}>
          Sozinho, no dia e na hora que eu escolher
        </Radio>
        {publish === 'at' && (
          <Moment
            id={`${id}-at`}
            label="Publicar em"
            hint="No horário de Brasília."
            value={at}
            onChange={setAt}
            problem={problem.at}
          />
        )}
      </fieldset>
      <Moment
        id={`${id}-leaves`}
        label="Tirar em"
        hint="Vazio: fica até alguém tirar. No horário de Brasília."
        value={leaves}
        onChange={setLeaves}
        problem={problem.leaves}
      />
    </ConfirmDialog>
  );
}

function Moment({
  id,
  label,
  hint,
  value,
  onChange,
  problem,
}: {
  id: string;
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
}) {
  return (
    <div className="when-moment">
      <label htmlFor={id}>{label}</label>
      <InstantInput
        id={id}
        label={label}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-said`}
        onChange={onChange}
      />
      <p
        id={`${id}-said`}
        className={problem ? 'field-error' : 'field-hint'}
        role={problem ? 'alert' : undefined}
      >
        {problem ?? hint}
      </p>
    </div>
  );
}
