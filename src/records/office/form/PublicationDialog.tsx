import { useId, useState } from 'react';
import { isInstant, isSameInstant } from '../../../shared/text/zonedTime.ts';
import { InstantInput } from '../day/InstantInput.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import type { PublicationChoice, PublicationPlanState } from './usePlan.ts';

/** Asks from when and until when shoppers see what the form saves. */
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
  const [at, setAt] = useState(when.at);
  const [leaves, setLeaves] = useState(when.leaves);
  const [problem, setProblem] = useState<{ at?: string; leaves?: string }>({});
  const confirm = () => {
    const found: { at?: string; leaves?: string } = {};
    if (at && !isInstant(at)) found.at = 'Informe o dia e a hora em que entra no site.';
    else if (at && Date.parse(at) <= Date.now())
      found.at = 'Esta hora já passou. Escolha outra, ou deixe vazio.';
    if (leaves && !isInstant(leaves)) found.leaves = 'Informe o dia e a hora em que sai do site.';
    else if (leaves) {
      const first = isInstant(at) ? Date.parse(at) : Date.now();
      if (Date.parse(leaves) <= first) found.leaves = 'A hora de sair do site vem depois da hora de entrar.';
    }
    setProblem(found);
    if (found.at || found.leaves) return;
    onChoose({
      publish: at ? 'at' : when.edits === 'hidden' ? 'later' : 'now',
      at,
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
      <Moment
        id={`${id}-at`}
        label="Entra em"
        hint={`${WITHOUT_START[when.edits]} No horário de Brasília.`}
        value={at}
        onChange={setAt}
        problem={problem.at}
      />
      <Moment
        id={`${id}-leaves`}
        label="Sai em"
        hint="Vazio: fica até alguém tirar."
        value={leaves}
        onChange={setLeaves}
        problem={problem.leaves}
      />
    </ConfirmDialog>
  );
}

/** Says what an empty beginning means. */
const WITHOUT_START = {
  new: 'Vazio: aparece assim que for publicado.',
  shown: 'Vazio: a mudança aparece assim que for salva.',
  hidden: 'Vazio: espera alguém publicar.',
};

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
