import { Globe, GlobeOff, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { BulkAction, HistoryEndpoints } from '../../../contract/history.ts';
import { plural } from '../../format.ts';
import { alert, undoButton } from '../alerts.tsx';
import { Button } from '../Button.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { failureFrom } from '../load.ts';
import { withReauth } from '../session.ts';
import type { Choice } from './useChoice.ts';

const OPPOSITE: Record<BulkAction, BulkAction> = {
  publish: 'withdraw',
  withdraw: 'publish',
  delete: 'restore',
  restore: 'delete',
};

const ACTIONS: readonly { action: BulkAction; label: string; icon: ReactNode }[] = [
  { action: 'publish', label: 'Pôr no site', icon: <Globe className="i" aria-hidden="true" /> },
  { action: 'withdraw', label: 'Tirar do site', icon: <GlobeOff className="i" aria-hidden="true" /> },
  { action: 'delete', label: 'Excluir', icon: <Trash2 className="i" aria-hidden="true" /> },
];

/** What can be done with all rows that are chosen, and undone at once. */
export function ChoosingBar<T extends { uuid: string }>({
  choice,
  count,
  calls,
  nameOf,
}: {
  choice: Choice<T>;
  /** Rows that can be chosen. */
  count: number;
  calls: HistoryEndpoints;
  nameOf: (item: T) => string;
}) {
  const { chosen } = choice;
  const revalidator = useRevalidator();
  const [busy, setBusy] = useState<BulkAction | null>(null);
  const [asking, setAsking] = useState(false);
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => all.current?.focus(), []);
  useEffect(() => {
    if (all.current) all.current.indeterminate = chosen.length > 0 && chosen.length < count;
  }, [chosen.length, count]);

  const call = async (action: BulkAction, uuids: string[]) => {
    const { data } = await withReauth(() => callEndpoint(calls.bulk, { body: { action, uuids } }));
    await revalidator.revalidate();
    return data;
  };
  const run = async (action: BulkAction) => {
    setBusy(action);
    try {
      const { message, uuids, refused } = await call(
        action,
        chosen.map(({ uuid }) => uuid),
      );
      choice.none();
      const [first] = refused;
      if (first)
        alert.warning(
          `${plural(refused.length, 'registro ficou', 'registros ficaram')} como antes`,
          `${first.title ? `${first.title}: ` : ''}${first.message}`,
        );
      alert.undo('Pronto', message, {
        label: 'Desfazer',
        run: async () => {
          try {
            const { message: back } = await call(OPPOSITE[action], uuids);
            alert.success('Desfeito', back);
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
    setAsking(false);
  };

  const none = chosen.length === 0;
  return (
    <div className="choosing" role="toolbar" aria-label="Com os escolhidos">
      <label className="check">
        <input
          ref={all}
          type="checkbox"
          checked={count > 0 && chosen.length === count}
          onChange={({ target }) => (target.checked ? choice.all() : choice.none())}
        />
        <span aria-live="polite">
          {none ? 'Escolher todos desta página' : plural(chosen.length, 'escolhido', 'escolhidos')}
        </span>
      </label>
      <div className="choosing-acts">
        {ACTIONS.map(({ action, label, icon }) => (
          <Button
            key={action}
            variant="line"
            small
            icon={icon}
            busy={busy === action}
            unavailable={none || busy !== null}
            onUnavailable={() => none && alert.info('Escolha pelo menos um registro.')}
            onClick={() => (action === 'delete' ? setAsking(true) : run(action))}
          >
            {label}
          </Button>
        ))}
        <Button variant="ink" small icon={<X className="i" aria-hidden="true" />} onClick={choice.stop}>
          Terminar
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Excluir ${plural(chosen.length, 'registro', 'registros')}?`}
        confirm={{ label: 'Excluir', icon: <Trash2 className="i" aria-hidden="true" /> }}
        busy={busy === 'delete'}
        onConfirm={() => run('delete')}
        onClose={() => setAsking(false)}
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
