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
import { PATTERNS } from '../../../contract/resource.ts';
import { tellCode } from '../../../contract/texts.ts';
import { plural } from '../../plural.ts';
import { AccessNote } from '../AccessNote.tsx';
import { alert, undoButton } from '../alerts.tsx';
import { BackLink } from '../BackLink.tsx';
import { Button, LinkButton } from '../Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DraftNotice } from '../draft/DraftNotice.tsx';
import type { RowAction } from '../rows/RowMenu.tsx';
import { isConfirmed } from '../session.ts';
import { Form, useFormFrame } from './Form.tsx';
import { PublicationNotice, WhenButton } from './Publication.tsx';
import type { EditForm } from './useEditForm.ts';

export { useEditForm } from './useEditForm.ts';

// For whoever asks for it.
const PreviewPanel = lazy(() =>
  import('../preview/PreviewPanel.tsx').then((module) => ({ default: module.PreviewPanel })),
);
const RowMenu = lazy(() => import('../rows/RowMenu.tsx').then((module) => ({ default: module.RowMenu })));

// For whoever is not alone with a record.
const ElsewhereNotice = lazy(() =>
  import('./ElsewhereNotice.tsx').then((module) => ({ default: module.ElsewhereNotice })),
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

/** The frame of every edit screen: title, error summary, sections, aside, and the bar that saves. */
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
            // A form within a dialog bubbles up to here through React, though it is no part of this one.
            if (event.target === event.currentTarget) return edit.save(event);
          }}
          footer={edit.locked ? null : <SaveBar edit={edit} saveLabel={saveLabel} />}
        >
          {edit.elsewhere && (
            <Suspense>
              <ElsewhereNotice elsewhere={edit.elsewhere} dirty={edit.dirty} takeIn={edit.takeIn} />
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

/** What was typed before and is back; what the fields are called is kept with it. */
function DraftBack<V extends FieldValues>({ edit }: { edit: EditForm<V> }) {
  const { draft, form } = edit;
  const { labels } = useFormFrame();
  draft.labels.current = labels;
  const submit = useRef<HTMLElement | null>(null);
  if (!draft.recovered) return null;
  return (
    <DraftNotice
      // Another one, with other choices.
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

/** After an attempt that failed: how many fields need a look, each a link to its field. */
function ErrorSummary<V extends FieldValues>({ edit }: { edit: EditForm<V> }) {
  const { control, attempts, conflict, failed, setFocus } = edit;
  const { labels } = useFormFrame();
  const { errors } = useFormState({ control });
  const box = useRef<HTMLElement>(null);
  const seen = useRef(0);
  // The findings may come a render after the attempt that made them.
  useEffect(() => {
    if (attempts === seen.current || !box.current) return;
    seen.current = attempts;
    const summary = box.current;
    // After the alert has taken its place, and at once: a smooth scroll would be cut short by it.
    requestAnimationFrame(() => {
      summary.focus({ preventScroll: true });
      summary.scrollIntoView({ block: 'start', behavior: 'instant' });
    });
  });

  if (attempts === 0) return null;
  const wrong = [...labels].filter(([name]) => get(errors, name)) as [Path<V>, string][];
  const elsewhere = otherMessages(errors);
  if (wrong.length === 0 && elsewhere.length === 0 && !conflict && !failed) return null;

  const missing = wrong.every(([name]) => isBlank(edit.form.getValues(name)));
  const count = plural(wrong.length, 'campo', 'campos');
  const title =
    wrong.length === 0
      ? 'Não foi salvo'
      : missing
        ? `${wrong.length === 1 ? 'Falta' : 'Faltam'} ${count}`
        : `Confira ${count}`;
  return (
    <section className="summary" ref={box} tabIndex={-1} aria-label={title}>
      <TriangleAlert className="i" aria-hidden="true" />
      <div>
        <p className="alert-title">{title}</p>
        {wrong.length > 0 && (
          <p>
            {missing ? 'Preencha ' : 'Veja '}
            {wrong.map(([name, label], index) => (
              <Fragment key={name}>
                {index > 0 && (index === wrong.length - 1 ? ' e ' : ', ')}
                <button type="button" onClick={() => setFocus(name)}>
                  {label}
                </button>
              </Fragment>
            ))}
            . O resto continua como está.
          </p>
        )}
        {elsewhere.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {failed && (
          <>
            <p>{failed.message}</p>
            {failed.request && <p className="told-code">{tellCode(failed.request)}</p>}
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

/** Findings about what is sent but has no field on the screen. */
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
  const [asking, setAsking] = useState(false);
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
                {/* The field's own progress bar tells the figure to those who cannot see it. */}
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
          // Once all has left, what the server makes of it cannot be called back.
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
            setAsking(true);
          }}
        >
          Descartar
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Descartar as alterações?"
        cancelLabel="Continuar editando"
        confirm={{ label: 'Descartar' }}
        onConfirm={() => {
          discarded.current = true;
          setAsking(false);
          edit.discard(() => submit.current?.focus());
        }}
        onClose={() => setAsking(false)}
        finalFocus={() => (discarded.current ? undoButton() : null)}
      >
        <p>Tudo nesta tela volta a ser como está salvo.</p>
      </ConfirmDialog>
      <WhenButton edit={edit} />
      {/* An incomplete form is not sent: the attempt says what is missing. */}
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
      {edit.staysOn && (
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

interface Unsaved extends Pick<EditForm<FieldValues>, 'dirty' | 'left'> {
  /** Where what is typed is kept on the device: nobody has to be asked. */
  draft?: Pick<EditForm<FieldValues>['draft'], 'isSafe' | 'isPending' | 'isRefused'>;
}

/** Asks before the screen is left with what would be lost; once on a screen, whatever the number of its forms. */
export function UnsavedChanges({ edit }: { edit: Unsaved }) {
  const { dirty, left, draft } = edit;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !left.current &&
      !draft?.isSafe() &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isConfirmed(nextLocation.state),
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
  useEffect(() => () => tellOfDraft(latest.current), []);
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

/** So that nobody wonders on the next screen where it went. */
function tellOfDraft({ dirty, left, draft }: Unsaved): void {
  if (dirty && !left.current && draft?.isSafe() && !draft.isRefused())
    alert.info('Rascunho guardado', 'O que você escreveu espera por você naquela tela, neste aparelho.');
}

const FIRST_FIELD =
  'main form :is(input:not([type=hidden], [type=file]), textarea, select, [contenteditable=true])';

/**
 * Whoever opens a form for something new is there to fill it in: the focus is in its first field, and the way to what
 * stands before leads back from there. On a touch screen the keyboard would cover half of the form unasked.
 */
function useFirstFieldOfNew(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!pathname.endsWith(PATTERNS.create) || !matchMedia('(hover: hover) and (pointer: fine)').matches)
      return;
    // Somebody may have begun before the script came.
    if (document.activeElement?.closest('main form')) return;
    const fields = [...document.querySelectorAll<HTMLElement>(FIRST_FIELD)];
    fields.find((field) => field.checkVisibility())?.focus({ preventScroll: true });
  }, [pathname]);
}

/** A file that misses its drop zone would open in the window and take the form with it. */
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
