import { type Ref, useId } from 'react';
import { FieldError } from '../../records/office/form/fields.tsx';
import { Radio } from '../../records/office/form/Radio.tsx';
import type { DeletedChoices } from './deletedChoices.ts';
import { toggleBranch } from './toggleBranch.ts';

export interface BranchOption {
  uuid: string;
  name: string;
}

/** Selected branches: all (also future ones), some by uuid, or null to leave the stored selection unchanged. */
export type BranchSelection = 'all' | string[] | null;

export interface BranchesChoiceTexts {
  /** Name of the group. */
  legend: string;
  /** Label of the option that leaves the selection unchanged; absent where a selection is required. */
  keep?: string;
  /** Label of the option for all branches; absent where branches are selected one by one. */
  all?: string;
  some?: string;
  /** Text for an empty list of branches. */
  none: string;
  hint?: string;
}

interface Props {
  words: BranchesChoiceTexts;
  choices: readonly BranchOption[];
  /** Deleted branches that stay to be unticked. */
  deleted?: DeletedChoices | null;
  value: BranchSelection;
  onChange: (value: BranchSelection) => void;
  /** Prefix of the ids of hint and error. */
  id: string;
  error?: string | undefined;
  onBlur?: () => void;
  /** Ref of the first checkbox, which takes the focus on an error. */
  first?: Ref<HTMLInputElement>;
}

/** Lets staff select all branches or some by name. */
export function BranchesChoice(props: Props) {
  const { words, choices, deleted, value, onChange, id, error, onBlur, first } = props;
  const { legend, keep, all, some, none } = words;
  const name = useId();
  const chosen = Array.isArray(value) ? value : null;
  const former = (deleted?.uuids ?? []).map((uuid, index, { length }) => ({
    uuid,
    name: length === 1 ? 'Filial excluída' : `Filial excluída ${index + 1}`,
  }));
  const boxes = [...choices, ...former];
  const hint = [words.hint, chosen && former.length > 0 && deleted?.hint].filter(Boolean).join(' ');
  const toggle = (uuid: string, isOn: boolean) => onChange(toggleBranch(chosen ?? [], uuid, isOn));
  const radio = (words: string, checked: boolean, choose: BranchSelection) => (
    <Radio
      name={name}
      value={choose === 'all' ? choose : undefined}
      checked={checked}
      onChoose={() => onChange(choose)}
    >
      {words}
    </Radio>
  );
  return (
    <fieldset
      id={id}
      className="field branches-choice"
      aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
      data-invalid={error ? true : undefined}
      onBlur={onBlur}
    >
      <legend className="field-label">{legend}</legend>
      {keep && radio(keep, value === null, null)}
      {all && radio(all, value === 'all', 'all')}
      {some && (keep || all) && radio(some, chosen !== null, chosen ?? [])}
      {/* Hidden rather than absent, because the notice of a conflict reads the branches' names here. */}
      <ul hidden={chosen === null}>
        {boxes.map(({ uuid, name }, index) => (
          <li key={uuid}>
            <label className="check">
              <input
                type="checkbox"
                value={uuid}
                ref={chosen && index === 0 ? first : undefined}
                checked={chosen?.includes(uuid) ?? false}
                onChange={({ target }) => toggle(uuid, target.checked)}
              />
              {name}
            </label>
          </li>
        ))}
        {boxes.length === 0 && <li>{none}</li>}
      </ul>
      <FieldError id={`${id}-error`} text={error} />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
