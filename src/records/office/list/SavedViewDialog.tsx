import { Dialog } from '@base-ui/react/dialog';
import { Trash2 } from 'lucide';
import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../../../shared/failure.ts';
import {
  destroySavedView,
  MAX_VIEW_NAME,
  renameSavedView,
  storeSavedView,
} from '../../../shared/savedViews.ts';
import { alert } from '../alerts.tsx';
import { Button } from '../Button.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { Icon } from '../Icon.tsx';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';
import type { SavedViewTask } from './SavedViews.tsx';

interface Props {
  list: string;
  task: SavedViewTask;
  onDone: () => void;
  onClose: () => void;
}

const SUCCESS_TITLES = {
  store: 'Visão guardada',
  rename: 'Visão renomeada',
  destroy: 'Visão excluída',
} as const;

/** Asks for the name of a saved view, or whether to delete it. */
export function SavedViewDialog({ list, task, onDone, onClose }: Props) {
  const [name, setName] = useState(task.kind === 'store' ? '' : task.view.name);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const id = useId();

  const send = () => {
    if (task.kind === 'store')
      return callEndpoint(storeSavedView, { params: { list }, body: { name, query: task.query } });
    const { uuid } = task.view;
    return task.kind === 'rename'
      ? callEndpoint(renameSavedView, { params: { uuid }, body: { name } })
      : callEndpoint(destroySavedView, { params: { uuid } });
  };
  const run = async () => {
    setBusy(true);
    setProblem('');
    try {
      const { data } = await withReauth(send);
      alert.success(SUCCESS_TITLES[task.kind], data.message);
      onDone();
    } catch (error) {
      const failure = failureFrom(error);
      if (task.kind === 'destroy') alert.failure(failure);
      else setProblem(failure.fields?.name?.[0] ?? failureText(failure));
      setBusy(false);
    }
  };
  const problemText = problem && (
    <p className="field-error" role="alert" id={`${id}-error`}>
      {problem}
    </p>
  );

  if (task.kind === 'destroy')
    return (
      <ConfirmDialog
        open
        title="Excluir esta visão?"
        confirm={{ label: 'Excluir', icon: <Icon of={Trash2} /> }}
        busy={busy}
        onConfirm={run}
        onClose={onClose}
      >
        <p className="dialog-subject">{task.view.name}</p>
        <p>Só a visão sai. Os registros continuam como estão.</p>
      </ConfirmDialog>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) run();
  };
  return (
    <Dialog.Root open onOpenChange={(next) => !next && !busy && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup className="dialog">
            <Dialog.Title className="dialog-title">
              {task.kind === 'store' ? 'Guardar visão' : 'Renomear visão'}
            </Dialog.Title>
            <Dialog.Description className="dialog-text">
              A busca, os filtros e a ordem desta lista, em um toque. Só você vê.
            </Dialog.Description>
            <form onSubmit={submit} noValidate className="view-form">
              <label htmlFor={id}>Nome da visão</label>
              <input
                id={id}
                className="input"
                autoComplete="off"
                maxLength={MAX_VIEW_NAME}
                value={name}
                aria-required="true"
                aria-invalid={problem !== '' || undefined}
                aria-describedby={problem ? `${id}-error` : undefined}
                onChange={(event) => setName(event.target.value)}
              />
              {problemText}
              <div className="dialog-actions">
                <Button variant="line" unavailable={busy} onClick={onClose}>
                  Voltar
                </Button>
                <Button type="submit" busy={busy}>
                  Guardar
                </Button>
              </div>
            </form>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
