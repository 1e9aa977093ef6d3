import { CircleDot, Plus, Save } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { undoButton } from '../alerts.tsx';
import { Button } from '../Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import type { RowAction } from '../rows/RowMenu.tsx';
import { PublicationButton } from './Publication.tsx';
import type { EditForm } from './useEditForm.ts';

const RowMenu = lazy(() => import('../rows/RowMenu.tsx').then((module) => ({ default: module.RowMenu })));

export function SaveBar<V extends FieldValues>({
  edit,
  saveLabel,
}: {
  edit: EditForm<V>;
  saveLabel: string;
}) {
  const { dirty, saving, complete, upload } = edit;
  const { progress, remaining, cancel } = upload;
  const submit = useRef<HTMLButtonElement>(null);
  const [confirmsDiscard, setConfirmsDiscard] = useState(false);
  const discarded = useRef(false);
  return (
    <div className="save-bar" data-dirty={dirty || undefined}>
      <p role="status">
        {dirty && (
          <>
            <CircleDot className="i" aria-hidden="true" />
            {progress === null ? (
              'Você tem alterações não salvas.'
            ) : (
              <span>
                {/* The field's own progress bar announces the figure to screen readers. */}
                Enviando… <span aria-hidden="true">{Math.round(progress * 100)}%</span>
                {remaining && `, ${remaining}`}
              </span>
            )}
          </>
        )}
      </p>
      {progress !== null && (
        <Button
          key="cancel"
          variant="line"
          small
          // After the upload is complete, the server's work cannot be cancelled.
          unavailable={progress === 1}
          onClick={() => {
            cancel();
            submit.current?.focus();
          }}
        >
          Cancelar envio
        </Button>
      )}
      {dirty && progress === null && (
        <Button
          key="discard"
          variant="line"
          small
          unavailable={saving}
          onClick={() => {
            discarded.current = false;
            setConfirmsDiscard(true);
          }}
        >
          Descartar
        </Button>
      )}
      <ConfirmDialog
        open={confirmsDiscard}
        title="Descartar as alterações?"
        cancelLabel="Continuar editando"
        confirm={{ label: 'Descartar' }}
        onConfirm={() => {
          discarded.current = true;
          setConfirmsDiscard(false);
          edit.discard(() => submit.current?.focus());
        }}
        onClose={() => setConfirmsDiscard(false)}
        finalFocus={() => (discarded.current ? undoButton() : null)}
      >
        <p>Tudo nesta tela volta a ser como está salvo.</p>
      </ConfirmDialog>
      <PublicationButton edit={edit} />
      {/* An incomplete form is not sent: the attempt shows which fields are missing. */}
      <Button
        ref={submit}
        variant={dirty ? 'sun' : 'red'}
        small
        busy={saving}
        unavailable={!complete}
        type="submit"
        onUnavailable={() => edit.save()}
      >
        {edit.when.label ?? saveLabel}
      </Button>
      {edit.waysToSave.canStay && (
        <Suspense fallback={<span className="icon-btn" />}>
          <RowMenu label="Mais jeitos de salvar" actions={waysToSave(edit)} />
        </Suspense>
      )}
    </div>
  );
}

function waysToSave<V extends FieldValues>({ waysToSave: { isNew, saveAnd } }: EditForm<V>): RowAction[] {
  const stay: RowAction = {
    key: 'stay',
    label: 'Salvar e continuar aqui',
    icon: <Save className="i" aria-hidden="true" />,
    onClick: () => saveAnd('stay'),
  };
  const again: RowAction = {
    key: 'again',
    label: 'Salvar e adicionar outro',
    icon: <Plus className="i" aria-hidden="true" />,
    onClick: () => saveAnd('again'),
  };
  return isNew ? [again, stay] : [stay];
}
