import { useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { alert } from '../alerts.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { useLeaveWarning } from '../draft/useLeaveWarning.ts';
import { isConfirmedNavigation } from '../session.ts';
import type { EditForm } from './useEditForm.ts';

interface UnsavedForm extends Pick<EditForm<FieldValues>, 'left'> {
  /** Whether the form has unsaved changes. */
  dirty: boolean;
  /** If a draft is stored on the device, the user need not be asked. */
  draft?: Pick<EditForm<FieldValues>['draft'], 'isSafe' | 'isPending' | 'hasConflict'>;
}

/** Asks before the user leaves a screen with unsaved changes; once per screen, whatever the number of its forms. */
export function UnsavedChanges({ edit }: { edit: UnsavedForm }) {
  const { dirty, left, draft } = edit;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !left.current &&
      !draft?.isSafe() &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isConfirmedNavigation(nextLocation.state),
  );
  const latest = useRef(edit);
  latest.current = edit;
  useLeaveWarning(dirty, () => !left.current && (!draft?.isSafe() || draft.isPending()));
  useEffect(() => () => announceDraft(latest.current), []);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Sair sem salvar?"
      cancelLabel="Continuar aqui"
      confirm={{ label: 'Sair sem salvar' }}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>O que você mudou nesta tela se perde.</p>
    </ConfirmDialog>
  );
}

/** Tells the user where the unsaved text is, on the next screen. */
function announceDraft({ dirty, left, draft }: UnsavedForm): void {
  if (dirty && !left.current && draft?.isSafe() && !draft.hasConflict())
    alert.info('Rascunho guardado', 'O que você escreveu espera por você naquela tela, neste aparelho.');
}
