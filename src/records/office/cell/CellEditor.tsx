import { Check, X } from 'lucide';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useRevalidator } from 'react-router';
import { type Failure, failureText } from '../../../shared/failure.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { maskInput } from '../../../ui/maskInput.ts';
import { DayInput } from '../day/DayInput.tsx';
import { completeDay } from '../day/dayText.ts';
import type { SaveInfo } from '../draft/useDraft.ts';
import { rulesOf } from '../form/formRules.ts';
import { Icon } from '../Icon.tsx';
import type { CellEdit } from '../list/column.ts';
import { type Column, type ListRow, textOf } from '../list/column.ts';
import { failureFrom, withoutPendingState } from '../loadScreen.ts';
import { pauseRowUpdates } from '../useChangeFeed.ts';
import { problemOf, saveField, savePosition } from './saves.ts';

export interface CellEditorProps<T> {
  column: Column<T>;
  edit: CellEdit<T>;
  item: T;
  /** Name of the row. */
  name: string;
  /** Title of the alert after a save, «Telefone atualizado». */
  savedTitle: string;
  /** In a list with a manual order: reads all uuids in order, and saves them. */
  order: { read: () => Promise<string[]>; save: (uuids: string[]) => Promise<unknown> } | undefined;
  /** Closes the editor; `focus` returns the focus to the cell. */
  onClose: (focus: boolean) => void;
}

/** Edits one field in its cell. Enter and leaving the field save, Esc cancels. */
export function CellEditor<T extends ListRow>(props: CellEditorProps<T>) {
  const { column, edit, item, name, onClose } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const focusField = () => (input.current ?? select.current)?.focus();
  const { revalidate } = useRevalidator();
  /** Value when the editor was opened. */
  const [before] = useState(() => edit.text(item));
  /** Current value in a ref: a blur handler saves it in the same event that completed it. */
  const typed = useRef(before);
  const [shown, setShown] = useState(before);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [conflict, setConflict] = useState<SaveInfo | null>(null);
  /** Value about which the server asked; a second Enter confirms it. */
  const [questionedText, setQuestioned] = useState<string | null>(null);
  const isOver = useRef(false);
  // Live updates must not move the row meanwhile.
  useEffect(() => pauseRowUpdates(), []);
  useEffect(() => {
    (input.current ?? select.current)?.focus();
    input.current?.select();
  }, []);

  const closeEditor = (focus: boolean) => {
    isOver.current = true;
    onClose(focus);
  };
  const handleFailure = async (failure: Failure) => {
    const saved = failure.code === 'conflict' ? (failure.extra?.saved as SaveInfo | undefined) : undefined;
    const question = failure.extra?.question;
    if (typeof question === 'string') {
      setQuestioned(typed.current.trim());
      setProblem(`${question} Salve de novo ou desista.`);
      return;
    }
    setConflict(saved ?? null);
    setProblem(saved ? '' : (failure.fields?.[edit.field]?.[0] ?? failureText(failure)));
    // Load the current value, for comparison.
    if (failure.code === 'conflict' || failure.code === 'not_found') await withoutPendingState(revalidate);
  };
  const save = async (focus: boolean) => {
    const text = edit.type === 'day' ? completeDay(typed.current) : typed.current.trim();
    if (busy || isOver.current) return;
    if (text === before && !conflict) return closeEditor(focus);
    const invalidMessage = problemOf(edit, item, text);
    if (invalidMessage) {
      setProblem(invalidMessage);
      if (focus) focusField();
      return;
    }
    setBusy(true);
    const reload = () => withoutPendingState(revalidate);
    try {
      if (props.order) await savePosition(props.order, item.uuid, Number(text), name, reload);
      else await saveField(edit, item, text, props.savedTitle, reload, text === questionedText);
      closeEditor(focus);
    } catch (error) {
      await handleFailure(failureFrom(error));
      setBusy(false);
    }
  };

  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    void save(true);
  };
  const blur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const remains = currentTarget.contains(relatedTarget) || relatedTarget?.closest('.day-popup');
    // A blur does not resolve a conflict, and a user who switches windows will return.
    if (!conflict && questionedText === null && !remains && document.hasFocus()) void save(false);
  };
  const press = (event: KeyboardEvent) => {
    // Some browsers would open the choices instead of submitting the form.
    if (event.key === 'Enter' && event.target === select.current && typed.current !== before) submit(event);
    // Esc in an open calendar closes only the calendar, which is inside the form in React's tree but not in
    // the DOM.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || busy || !isOwn) return;
    event.stopPropagation();
    closeEditor(true);
  };

  const { required = false, maxLength } = rulesOf(bodyOf(edit))[edit.field] ?? {};
  const message = conflict
    ? wordsOfConflict(conflict, textOf(column, item), edit.text(item) !== before)
    : problem;
  const change = (text: string) => {
    typed.current = text;
    setShown(text);
    setProblem('');
    setQuestioned(null);
  };
  const described = {
    id,
    'aria-required': required || undefined,
    'aria-invalid': message !== '' || undefined,
    'aria-describedby': `${id}-told ${id}-how`,
  } as const;
  const field = { ...described, ref: input, enterKeyHint: 'done', readOnly: busy } as const;
  return (
    <form
      className="cell-form"
      noValidate
      onSubmit={submit}
      onBlur={blur}
      onKeyDown={press}
      aria-busy={busy || undefined}
    >
      <label className="sr-only" htmlFor={id}>{`Mudar ${edit.what} de ${name}`}</label>
      <div className="cell-line">
        {edit.choices ? (
          <select
            {...described}
            ref={select}
            className="input"
            value={shown}
            onChange={({ currentTarget }) => !busy && change(currentTarget.value)}
          >
            {Object.entries(edit.choices).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        ) : edit.type === 'day' ? (
          <DayInput {...field} label={column.label} value={shown} onChange={change} />
        ) : (
          <input
            {...field}
            className="input"
            inputMode={edit.inputMode}
            autoComplete="off"
            maxLength={edit.mask ? undefined : maxLength}
            value={shown}
            onChange={({ nativeEvent, currentTarget }) => {
              if (edit.mask && !(nativeEvent as InputEvent).isComposing) maskInput(edit.mask, currentTarget);
              change(currentTarget.value);
            }}
          />
        )}
        {/* Pressing a button must not blur the field. */}
        <button type="submit" className="icon-btn" aria-label="Salvar" title="Salvar" onPointerDown={stay}>
          <Icon of={Check} />
        </button>
        <button
          type="button"
          className="icon-btn"
          aria-label="Desistir"
          title="Desistir"
          onPointerDown={stay}
          onClick={() => !busy && closeEditor(true)}
        >
          <Icon of={X} />
        </button>
      </div>
      <p className="sr-only" id={`${id}-how`}>
        Enter salva, Esc desiste.
      </p>
      <p className="field-error" id={`${id}-told`} role="alert">
        {message}
      </p>
    </form>
  );
}

const stay = (event: { preventDefault: () => void }) => event.preventDefault();

function bodyOf({ endpoint: { body, path } }: Pick<CellEdit<never>, 'endpoint'>) {
  if (!body) throw new Error(`${path} takes no body`);
  return body.schema;
}

function wordsOfConflict({ by, at }: SaveInfo, now: unknown, isSame: boolean): string {
  const what = isSame ? `agora está «${now || 'vazio'}»` : 'mudou outra parte deste registro';
  return `${by ?? 'Alguém'} salvou em ${formatInstant(at)}: ${what}. Salve de novo para valer o seu, ou desista.`;
}
