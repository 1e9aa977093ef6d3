import { CircleDot, Eye, History, Plus, RotateCw, Save, TriangleAlert } from 'lucide-react';
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import {
  type Control,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  useFormState,
} from 'react-hook-form';
import { useBlocker, useLocation } from 'react-router';
import { SCREEN_PATTERNS } from '../../../contract/resource.ts';
import { requestCodeText } from '../../../contract/texts.ts';
import { plural } from '../../../ui/plural.ts';
import { AccessNote } from '../AccessNote.tsx';
import { alert, undoButton } from '../alerts.tsx';
import { BackLink } from '../BackLink.tsx';
import { Button, LinkButton } from '../Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DraftNotice } from '../draft/DraftNotice.tsx';
import type { RowAction } from '../rows/RowMenu.tsx';
import { isConfirmedNavigation } from '../session.ts';
import { Form, useFormFrame } from './Form.tsx';
import { PublicationButton, PublicationNotice } from './Publication.tsx';
import type { EditForm } from './useEditForm.ts';

export { useEditForm } from './useEditForm.ts';

// Loaded on first use.
const PreviewPanel = lazy(() =>
  import('../preview/PreviewPanel.tsx').then((module) => ({ default: module.PreviewPanel })),
);
const RowMenu = lazy(() => import('../rows/RowMenu.tsx').then((module) => ({ default: module.RowMenu })));

// Loaded only if another user is editing the record.
const ConcurrentChangeNotice = lazy(() =>
  import('./ConcurrentChangeNotice.tsx').then((module) => ({ default: module.ConcurrentChangeNotice })),
);

export interface EditPageProps<V extends FieldValues> {
  edit: EditForm<V>;
  title: string;
  description?: ReactNode;
  back: { to: string; label?: string };
  saveLabel: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** Frame of every edit screen: title, error summary, sections, aside and save bar. */
export function EditPage<V extends FieldValues>(props: EditPageProps<V>) {
  const { edit, title, description, back, saveLabel, aside, children } = props;
  useFileDropsStayOutside();
  useFirstFieldOfNew();
  const [previewing, setPreviewing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <BackLink {...back} />
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {description && <p>{description}</p>}
        </div>
        <div className="edit-ways">
          {edit.preview && !edit.locked && (
            <Button
              ref={opener}
              variant="line"
              small
              aria-expanded={previewing}
              icon={<Eye className="i" aria-hidden="true" />}
              onClick={() => setPreviewing(!previewing)}
            >
              Pré-visualizar
            </Button>
          )}
          {edit.history && (
            <LinkButton
              to={edit.history}
              variant="line"
              small
              icon={<History className="i" aria-hidden="true" />}
            >
              Histórico
            </LinkButton>
          )}
        </div>
      </header>
      <AccessNote area={edit.area} />
      <PublicationNotice edit={edit} />
      <div className={previewing ? 'edit-previewed' : undefined}>
        <Form
          schema={edit.schema}
          rules={edit.fileRules}
          saving={edit.saving}
          locked={edit.locked}
          waits
          progress={edit.progress}
          shares={edit.shares}
          onSubmit={(event) => {
            // Submit events of a form in a dialog bubble up through React, although it is not a part of this
            // form.
            if (event.target === event.currentTarget) return edit.save(event);
          }}
          footer={edit.locked ? null : <SaveBar edit={edit} saveLabel={saveLabel} />}
        >
          {edit.elsewhere && (
            <Suspense>
              <ConcurrentChangeNotice
                elsewhere={edit.elsewhere}
                dirty={edit.dirty}
                takeIn={edit.loadCurrent}
              />
            </Suspense>
          )}
          <DraftBack edit={edit} />
          <ErrorSummary edit={edit} />
          <div className={aside ? 'edit-columns' : 'edit-single'}>
            <div>{children}</div>
            {aside && <aside>{aside}</aside>}
          </div>
        </Form>
        {previewing && edit.preview && (
          <Suspense fallback={<div className="preview-panel" />}>
            <PreviewPanel
              preview={edit.preview}
              control={edit.control as unknown as Control}
              onClose={() => {
                setPreviewing(false);
                opener.current?.focus();
              }}
            />
          </Suspense>
        )}
      </div>
      <ConfirmDialog
        open={edit.question !== null}
        title="Confira antes de salvar"
        cancelLabel="Corrigir"
        confirm={{ label: 'Salvar assim mesmo' }}
        onConfirm={() => edit.answer(true)}
        onClose={() => edit.answer(false)}
      >
        <p>{edit.question}</p>
      </ConfirmDialog>
      <UnsavedChanges edit={edit} />
    </>
  );
}

/** Shows a recovered draft, and stores the field labels with drafts. */
function DraftBack<V extends FieldValues>({ edit }: { edit: EditForm<V> }) {
  const { draft, form } = edit;
  const { labels } = useFormFrame();
  draft.labels.current = labels;
  const submit = useRef<HTMLElement | null>(null);
  if (!draft.recovered) return null;
  return (
    <DraftNotice
      // A new draft has its own choices.
      key={draft.recovered.at}
      recovered={draft.recovered}
      form={form}
      onDiscard={() => edit.discard(() => submit.current?.focus())}
    />
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="edit-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Lists the fields to correct after a failed attempt, each as a link to its field. */
function ErrorSummary<V extends FieldValues>({ edit }: { edit: EditForm<V> }) {
  const { control, attempts, conflict, failed, setFocus } = edit;
  const { labels } = useFormFrame();
  const { errors } = useFormState({ control });
  const box = useRef<HTMLElement>(null);
  const handled = useRef(0);
  // Errors may arrive one render after the attempt.
  useEffect(() => {
    if (attempts === handled.current || !box.current) return;
    handled.current = attempts;
    const summary = box.current;
    // Wait for the alert, and scroll without animation: the alert's layout shift would interrupt a smooth
    // scroll.
    requestAnimationFrame(() => {
      summary.focus({ preventScroll: true });
      summary.scrollIntoView({ block: 'start', behavior: 'instant' });
    });
  });

  if (attempts === 0) return null;
  const invalid = [...labels].filter(([name]) => get(errors, name)) as [Path<V>, string][];
  const otherErrors = otherMessages(errors);
  if (invalid.length === 0 && otherErrors.length === 0 && !conflict && !failed) return null;

  const missing = invalid.every(([name]) => isBlank(edit.form.getValues(name)));
  const count = plural(invalid.length, 'campo', 'campos');
  const title =
    invalid.length === 0
      ? 'Não foi salvo'
      : missing
        ? `${invalid.length === 1 ? 'Falta' : 'Faltam'} ${count}`
        : `Confira ${count}`;
  return (
    <section className="summary" ref={box} tabIndex={-1} aria-label={title}>
      <TriangleAlert className="i" aria-hidden="true" />
      <div>
        <p className="alert-title">{title}</p>
        {invalid.length > 0 && (
          <p>
            {missing ? 'Preencha ' : 'Veja '}
            {invalid.map(([name, label], index) => (
              <Fragment key={name}>
                {index > 0 && (index === invalid.length - 1 ? ' e ' : ', ')}
                <button type="button" onClick={() => setFocus(name)}>
                  {label}
                </button>
              </Fragment>
            ))}
            . O resto continua como está.
          </p>
        )}
        {otherErrors.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {failed && (
          <>
            <p>{failed.message}</p>
            {failed.request && <p className="told-code">{requestCodeText(failed.request)}</p>}
            <Button
              variant="line"
              small
              icon={<RotateCw className="i" aria-hidden="true" />}
              onClick={() => edit.save()}
            >
              Tentar de novo
            </Button>
          </>
        )}
        {conflict && (
          <>
            <p>{conflict}</p>
            <Button
              variant="line"
              small
              icon={<RotateCw className="i" aria-hidden="true" />}
              onClick={() => edit.reload()}
            >
              Recarregar
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** Returns the errors of values that have no field on the screen. */
function otherMessages(errors: FieldErrors): string[] {
  const root = errors.root as Record<string, { message?: string } | string | undefined> | undefined;
  return Object.values(root ?? {}).flatMap((found) =>
    typeof found === 'object' && found.message ? [found.message] : [],
  );
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

function SaveBar<V extends FieldValues>({ edit, saveLabel }: { edit: EditForm<V>; saveLabel: string }) {
  const { dirty, saving, progress, complete } = edit;
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
                {edit.remaining && `, ${edit.remaining}`}
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
            edit.cancel();
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
      {edit.canStay && (
        <Suspense fallback={<span className="icon-btn" />}>
          <RowMenu label="Mais jeitos de salvar" actions={waysToSave(edit)} />
        </Suspense>
      )}
    </div>
  );
}

function waysToSave<V extends FieldValues>({ isNew, saveAnd }: EditForm<V>): RowAction[] {
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

interface UnsavedForm extends Pick<EditForm<FieldValues>, 'dirty' | 'left'> {
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
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!left.current && (!draft?.isSafe() || draft.isPending())) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty, left, draft]);
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

const FIRST_FIELD =
  'main form :is(input:not([type=hidden], [type=file]), textarea, select, [contenteditable=true])';

/**
 * Focuses the first field of a form for a new record. Not on touch screens, where the keyboard would cover
 * half of the form.
 */
function useFirstFieldOfNew(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (
      !pathname.endsWith(SCREEN_PATTERNS.create) ||
      !matchMedia('(hover: hover) and (pointer: fine)').matches
    )
      return;
    // The user may have focused a field before hydration.
    if (document.activeElement?.closest('main form')) return;
    const fields = [...document.querySelectorAll<HTMLElement>(FIRST_FIELD)];
    fields.find((field) => field.checkVisibility())?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Ignores files dropped outside a drop zone: the browser would open them and discard the form. */
function useFileDropsStayOutside(): void {
  useEffect(() => {
    const ignore = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
}
