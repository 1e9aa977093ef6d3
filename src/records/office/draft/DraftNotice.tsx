import { FileClock } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { formatInstant } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { isInstant } from '../../../shared/text/zonedTime.ts';
import { Button } from '../Button.tsx';
import { useFormFrame } from '../form/Form.tsx';
import { Icon } from '../Icon.tsx';
import { useSession } from '../session.ts';
import type { Difference } from './mergeDraft.ts';
import { deleteDraft, draftOfRecord, type StoredDraft } from './storedDrafts.ts';
import type { RecoveredDraft } from './useDraft.ts';

/**
 * States that a draft was recovered, lists missing files, and asks about fields that another user has also
 * changed.
 */
export function DraftNotice<V extends FieldValues>({
  recovered,
  form,
  onDiscard,
}: {
  recovered: RecoveredDraft;
  form: UseFormReturn<V>;
  onDiscard: () => void;
}) {
  const { at, lost, changed, differences } = recovered;
  const box = useRef<HTMLElement>(null);
  // A conflict needs a decision, so it takes the focus; a mere recovery is only announced.
  useEffect(() => {
    if (changed) box.current?.focus();
  }, [changed]);
  const who = changed && changed !== true ? changed : null;
  const title = changed ? 'Este registro mudou enquanto você editava' : 'Rascunho recuperado';
  return (
    <section
      className="draft"
      ref={box}
      tabIndex={-1}
      aria-label={title}
      role={changed ? undefined : 'status'}
    >
      <Icon of={FileClock} />
      <div>
        <p className="alert-title">{title}</p>
        <p>
          {who && `${who.by ?? 'Alguém'} salvou em ${formatInstant(who.at)}. `}
          {changed
            ? 'O que você escreveu continua aqui, por cima do que está salvo.'
            : `O que você deixou aqui em ${formatInstant(new Date(at).toISOString())} está de volta.`}
        </p>
        {lost.length > 0 && (
          <p>
            Escolha de novo {LIST.format(lost.map((name) => `«${name}»`))}: só arquivos de até 20 MB ficam
            guardados neste aparelho.
          </p>
        )}
        {differences.map((difference) => (
          <Choice key={difference.name} difference={difference} form={form} theirName={who?.by ?? null} />
        ))}
        <Button variant="line" small onClick={onDiscard}>
          Descartar rascunho
        </Button>
      </div>
    </section>
  );
}

/** Choice for a field changed by both: mine is the default, theirs can be selected. */
function Choice<V extends FieldValues>({
  difference: { name, mine, theirs },
  form,
  theirName,
}: {
  difference: Difference;
  form: UseFormReturn<V>;
  theirName: string | null;
}) {
  const { id: frame, labels } = useFormFrame();
  const id = useId();
  const [chosen, setChosen] = useState<'mine' | 'theirs'>('mine');
  // The fields register their labels when they are mounted.
  const [label, setLabel] = useState('');
  useEffect(() => setLabel(labels.get(name) ?? 'Outro campo'), [labels, name]);
  const choose = (which: 'mine' | 'theirs') => {
    setChosen(which);
    const value = (which === 'mine' ? mine : theirs) as PathValue<V, Path<V>>;
    form.setValue(name as Path<V>, value, { shouldDirty: true, shouldValidate: true });
  };
  const options = [
    { which: 'mine', words: 'Usar o meu', value: mine },
    { which: 'theirs', words: theirName ? `Usar o de ${theirName}` : 'Usar o que está salvo', value: theirs },
  ] as const;
  return (
    <fieldset className="draft-choice">
      <legend>{label}</legend>
      {options.map(({ which, words, value }) => (
        <label key={which} data-chosen={chosen === which || undefined}>
          <span>
            <input type="radio" name={id} checked={chosen === which} onChange={() => choose(which)} /> {words}
          </span>
          <span className="draft-value">{inWords(value, document.getElementById(`${frame}-${name}`))}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Shows the draft of a deleted record, so that its text can be copied. */
export function OrphanedDraft({ uuid }: { uuid: string }) {
  const owner = useSession().user?.uuid;
  const [draft, setDraft] = useState<StoredDraft | null>(null);
  useEffect(() => {
    if (owner) draftOfRecord(owner, uuid).then(setDraft, () => {});
  }, [owner, uuid]);
  if (!draft) return null;
  const typed = Object.entries(draft.values).filter(
    ([name, value]) => value !== draft.base[name] && typeof value === 'string' && value !== '',
  );
  return (
    <section className="draft" aria-labelledby={`draft-${draft.id}`}>
      <Icon of={FileClock} />
      <div>
        <p className="alert-title" id={`draft-${draft.id}`}>
          O que você escreveu ainda está aqui
        </p>
        <p>O registro foi excluído depois. Copie o que quiser levar para outro.</p>
        <dl className="draft-left">
          {typed.map(([name, value]) => (
            <div key={name}>
              <dt>{draft.labels[name] ?? 'Outro campo'}</dt>
              <dd className="draft-value">{inWords(value, null)}</dd>
            </div>
          ))}
        </dl>
        <Button
          variant="line"
          small
          onClick={() => {
            setDraft(null);
            deleteDraft(draft.id).catch(() => {});
          }}
        >
          Descartar rascunho
        </Button>
      </div>
    </section>
  );
}

const LIST = new Intl.ListFormat('pt-BR');
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Returns the texts beside the boxes or circles of choices, in the order of the field. */
const labelsOf = (choices: unknown[], field: HTMLFieldSetElement): string[] =>
  [...field.querySelectorAll('input')]
    .filter(({ value }) => choices.includes(value))
    .flatMap(({ labels }) => labels?.[0]?.textContent ?? []);

/** Formats a value as its field would show it. */
function inWords(value: unknown, field: HTMLElement | null): string {
  if (value == null || value === '') return '(vazio)';
  if (field instanceof HTMLSelectElement)
    return [...field.options].find((option) => option.value === value)?.text ?? String(value);
  if (field instanceof HTMLFieldSetElement) {
    const choices = [value].flat();
    const names = labelsOf(choices, field);
    if (names.length > 0 && names.length === choices.length) return LIST.format(names);
  }
  if (Array.isArray(value)) return plural(value.length, 'item', 'itens');
  if (typeof value !== 'string') return '(vários)';
  if (isInstant(value)) return formatInstant(value);
  return value.replace(DAY, '$3/$2/$1');
}
