import { CalendarClock, CircleDot, FilePen, Globe, Plus, Save } from 'lucide';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { formatInstant } from '../../../shared/text/format.ts';
import { undoButton } from '../alerts.tsx';
import { Button } from '../Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { Icon } from '../Icon.tsx';
import type { RowAction } from '../rows/RowMenu.tsx';
import { type EditForm, useIsDirty } from './useEditForm.ts';

const RowMenu = lazy(() => import('../rows/RowMenu.tsx').then((module) => ({ default: module.RowMenu })));

// Loaded when its action is chosen.
const PublicationDialog = lazy(() =>
  import('./PublicationDialog.tsx').then((module) => ({ default: module.PublicationDialog })),
);

/** Holds the buttons that save: the main one says what will happen, and a menu has the other ways. */
export function SaveBar<V extends FieldValues>({
  edit,
  saveLabel,
  note,
}: {
  edit: EditForm<V>;
  saveLabel: string;
  /** States what a save will do. Not announced: it may change with each key. */
  note?: ReactNode;
}) {
  const { saving, complete, upload, when } = edit;
  const dirty = useIsDirty(edit);
  const { progress, remaining, cancel } = upload;
  const submit = useRef<HTMLButtonElement>(null);
  const [confirmsDiscard, setConfirmsDiscard] = useState(false);
  const discarded = useRef(false);
  const [schedules, setSchedules] = useState(false);
  const actions = otherWays(edit, () => setSchedules(true));
  return (
    <div className="save-bar" data-dirty={dirty || undefined}>
      <p role="status">
        {dirty && (
          <>
            <Icon of={CircleDot} />
            {progress === null ? (
              <span>
                Você tem alterações não salvas.
                {when.chosen?.leaves && ` Sai do site em ${formatInstant(when.chosen.leaves)}.`}
              </span>
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
      {note}
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
      {when.publishLabel && (
        <Button
          variant="red"
          small
          unavailable={saving || !complete}
          onUnavailable={() => edit.save()}
          onClick={() => edit.waysToSave.saveBy('now')}
        >
          {when.publishLabel}
        </Button>
      )}
      {/* An incomplete form is not sent: the attempt shows which fields are missing. */}
      <Button
        ref={submit}
        variant={when.publishLabel ? 'line' : dirty ? 'sun' : 'red'}
        small
        busy={saving}
        unavailable={!complete}
        type="submit"
        onUnavailable={() => edit.save()}
      >
        {when.label ?? saveLabel}
      </Button>
      {actions.length > 0 && (
        <Suspense fallback={<span className="icon-btn" />}>
          <RowMenu label="Mais jeitos de salvar" actions={actions} />
        </Suspense>
      )}
      {schedules && (
        <Suspense>
          <PublicationDialog
            when={when}
            onChoose={(next) => {
              when.choose(next);
              setSchedules(false);
            }}
            onClose={() => setSchedules(false)}
            finalFocus={() => submit.current}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Returns the ways to save that the main button does not offer. */
function otherWays<V extends FieldValues>(
  { when, waysToSave: { isNew, canStay, saveAnd, saveBy } }: EditForm<V>,
  schedule: () => void,
): RowAction[] {
  const actions: RowAction[] = [];
  if (when.isPossible && when.publish !== 'now' && !when.publishLabel)
    actions.push({
      key: 'now',
      label: 'Publicar já',
      icon: <Icon of={Globe} />,
      onClick: () => saveBy('now'),
    });
  if (when.isPossible && when.publish !== 'later')
    actions.push({
      key: 'later',
      label: when.edits === 'shown' ? 'Guardar a mudança para depois' : 'Guardar rascunho',
      icon: <Icon of={FilePen} />,
      onClick: () => saveBy('later'),
    });
  if (when.isPossible && when.schedules)
    actions.push({
      key: 'schedule',
      label: when.at || when.leaves ? 'Mudar o dia e a hora…' : 'Agendar…',
      icon: <Icon of={CalendarClock} />,
      onClick: schedule,
    });
  if (isNew && canStay)
    actions.push({
      key: 'again',
      label: 'Salvar e adicionar outro',
      icon: <Icon of={Plus} />,
      onClick: () => saveAnd('again'),
    });
  if (canStay)
    actions.push({
      key: 'stay',
      label: 'Salvar e continuar aqui',
      icon: <Icon of={Save} />,
      onClick: () => saveAnd('stay'),
    });
  return actions;
}
