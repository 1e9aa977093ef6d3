import { Globe, GlobeOff, Trash2, Undo2, X } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Failure, failureText } from '../../../shared/failure.ts';
import { BULK_MESSAGES, type BulkAction, type HistoryEndpoints } from '../../../shared/history.ts';
import { plural } from '../../../shared/text/plural.ts';
import { alert, undoButton } from '../alerts.tsx';
import { Button } from '../Button.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { Icon } from '../Icon.tsx';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';
import type { RowSelection } from './useRowSelection.ts';

const OPPOSITE: Record<BulkAction, BulkAction> = {
  publish: 'withdraw',
  withdraw: 'publish',
  delete: 'restore',
  restore: 'delete',
};

const APPEARANCE: Record<BulkAction, { label: string; icon: ReactNode }> = {
  publish: { label: 'Pôr no site', icon: <Icon of={Globe} /> },
  withdraw: { label: 'Tirar do site', icon: <Icon of={GlobeOff} /> },
  delete: { label: 'Excluir', icon: <Icon of={Trash2} /> },
  restore: { label: 'Trazer de volta', icon: <Icon of={Undo2} /> },
};

interface Done {
  uuids: string[];
  refused: { title: string | null; message: string }[];
  /** Texts about other effects of the change. */
  notes: string[];
}

function warnOfRefused(refused: Done['refused']): void {
  const [first] = refused;
  if (!first) return;
  alert.warning(
    `${plural(refused.length, 'registro ficou', 'registros ficaram')} como antes`,
    `${first.title ? `${first.title}: ` : ''}${first.message}`,
  );
}

/** Toolbar of bulk actions for the selected rows, with undo. */
export function BulkActionBar<T extends { uuid: string }>({
  choice,
  count,
  actions,
  callsOf,
  nameOf,
  isFeminine = false,
  more,
}: {
  choice: RowSelection<T>;
  /** Number of selectable rows. */
  count: number;
  actions: readonly BulkAction[];
  /** Returns the endpoints of a record; must be the same object for all records of a kind. Needed by `actions`. */
  callsOf: ((item: T) => HistoryEndpoints) | undefined;
  nameOf: (item: T) => string;
  /** Whether the noun of the records is feminine. */
  isFeminine?: boolean;
  /** Renders additional actions of the list. */
  more?: ((chosen: readonly T[], done: () => void) => ReactNode) | undefined;
}) {
  const { chosen } = choice;
  const revalidator = useRevalidator();
  const [busy, setBusy] = useState<BulkAction | null>(null);
  const [confirming, setConfirming] = useState(false);
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => all.current?.focus(), []);
  useEffect(() => {
    if (all.current) all.current.indeterminate = chosen.length > 0 && chosen.length < count;
  }, [chosen.length, count]);

  /**
   * Calls the bulk endpoint for each kind; a restore goes in reverse order of `items`. Throws if no record
   * could be changed.
   */
  const call = async (action: BulkAction, items: readonly T[]): Promise<Done> => {
    const result: Done = { uuids: [], refused: [], notes: [] };
    let problem: Failure | undefined;
    const kinds = callsOf ? [...Map.groupBy(items, callsOf)] : [];
    for (const [calls, group] of action === 'restore' ? kinds.reverse() : kinds)
      try {
        const uuids = group.map(({ uuid }) => uuid);
        const { data } = await withReauth(() => callEndpoint(calls.bulk, { body: { action, uuids } }));
        result.uuids.push(...data.uuids);
        result.refused.push(...data.refused);
        if (data.note) result.notes.push(data.note);
      } catch (error) {
        problem = failureFrom(error);
        const message = failureText(problem);
        result.refused.push(...group.map((item) => ({ title: nameOf(item), message })));
      }
    await revalidator.revalidate();
    if (problem && result.uuids.length === 0) throw problem;
    return result;
  };
  const run = async (action: BulkAction) => {
    setBusy(action);
    try {
      // The trash shows the record deleted first at the end.
      const items = action === 'restore' ? chosen.toReversed() : chosen;
      const { uuids, refused, notes } = await call(action, items);
      choice.none();
      warnOfRefused(refused);
      alert.undo('Pronto', [BULK_MESSAGES[action](uuids.length), ...notes].join(' '), {
        label: 'Desfazer',
        run: async () => {
          try {
            const undone = items.filter(({ uuid }) => uuids.includes(uuid));
            const restored = await call(OPPOSITE[action], undone);
            warnOfRefused(restored.refused);
            alert.success(
              'Desfeito',
              [BULK_MESSAGES[OPPOSITE[action]](restored.uuids.length), ...restored.notes].join(' '),
            );
          } catch (error) {
            alert.failure(failureFrom(error));
          }
        },
      });
      requestAnimationFrame(() => undoButton()?.focus());
    } catch (error) {
      alert.failure(failureFrom(error));
    }
    setBusy(null);
    setConfirming(false);
  };

  const isEmpty = chosen.length === 0;
  const ending = isFeminine ? 'a' : 'o';
  return (
    <div className="choosing" role="toolbar" aria-label={`Com ${ending}s escolhid${ending}s`}>
      <label className="check">
        <input
          ref={all}
          type="checkbox"
          checked={count > 0 && chosen.length === count}
          onChange={({ target }) => (target.checked ? choice.all() : choice.none())}
        />
        <span aria-live="polite">
          {isEmpty
            ? `Escolher tod${ending}s desta página`
            : plural(chosen.length, `escolhid${ending}`, `escolhid${ending}s`)}
        </span>
      </label>
      <div className="choosing-acts">
        {more?.(chosen, choice.none)}
        {actions.map((action) => (
          <Button
            key={action}
            variant="line"
            small
            icon={APPEARANCE[action].icon}
            busy={busy === action}
            unavailable={isEmpty || busy !== null}
            onUnavailable={() => isEmpty && alert.info('Escolha pelo menos um registro.')}
            onClick={() => (action === 'delete' ? setConfirming(true) : run(action))}
          >
            {APPEARANCE[action].label}
          </Button>
        ))}
        <Button variant="ink" small icon={<Icon of={X} />} onClick={choice.stop}>
          Terminar
        </Button>
      </div>
      <ConfirmDialog
        open={confirming}
        title={`Excluir ${plural(chosen.length, 'registro', 'registros')}?`}
        confirm={{ label: 'Excluir', icon: <Icon of={Trash2} /> }}
        busy={busy === 'delete'}
        onConfirm={() => run('delete')}
        onClose={() => setConfirming(false)}
        finalFocus={() => undoButton() ?? all.current}
      >
        <p className="dialog-subject">
          {chosen.slice(0, 5).map(nameOf).join(', ')}
          {chosen.length > 5 && ` e mais ${chosen.length - 5}`}
        </p>
        <p>Saem do site agora e ficam na lixeira, de onde podem voltar.</p>
      </ConfirmDialog>
    </div>
  );
}
