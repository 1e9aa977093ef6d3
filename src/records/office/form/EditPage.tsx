import { Eye, History } from 'lucide';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Control, FieldValues } from 'react-hook-form';
import { useLocation } from 'react-router';
import { SCREEN_PATTERNS } from '../../../shared/resource.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { AccessNote } from '../AccessNote.tsx';
import { BackLink } from '../BackLink.tsx';
import { Button, LinkButton } from '../Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DraftNotice } from '../draft/DraftNotice.tsx';
import { Icon } from '../Icon.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { Form, useFormFrame } from './Form.tsx';
import { PublicationNotice } from './PublicationNotice.tsx';
import { SaveBar } from './SaveBar.tsx';
import { SectionLinks } from './Section.tsx';
import { UnsavedChanges } from './UnsavedChanges.tsx';
import { type EditForm, useIsDirty } from './useEditForm.ts';

export { Section } from './Section.tsx';
export { type EditForm, useEditForm } from './useEditForm.ts';

// Loaded on first use.
const PreviewPanel = lazy(() =>
  import('../preview/PreviewPanel.tsx').then((module) => ({ default: module.PreviewPanel })),
);

// Loaded only if another user is editing the record.
const ConcurrentChangeNotice = lazy(() =>
  import('./ConcurrentChangeNotice.tsx').then((module) => ({ default: module.ConcurrentChangeNotice })),
);

export interface EditPageProps<V extends FieldValues> {
  edit: EditForm<V>;
  title: string;
  /** Says where a new record appears. An existing one shows the time of its last change instead. */
  intro?: string;
  description?: ReactNode;
  /** Default: the list of the resource, or the dashboard for a single record. */
  back?: { to: string; label?: string };
  saveLabel: string;
  /** States in the save bar what a save will do. */
  saveNote?: ReactNode;
  aside?: ReactNode;
  /** `wide` takes all the width, for a grid; `preview` gives the aside more of it and keeps it in sight. */
  layout?: 'wide' | 'preview';
  children: ReactNode;
}

/** Frame of every edit screen: title, error summary, sections, aside and save bar. */
export function EditPage<V extends FieldValues>(props: EditPageProps<V>) {
  const { edit, title, intro, back = edit.back, saveLabel, saveNote, aside, layout, children } = props;
  const { description = edit.updatedAt ? `Última alteração em ${formatInstant(edit.updatedAt)}.` : intro } =
    props;
  useFileDropsStayOutside();
  useFirstFieldOfNew();
  const [previewing, setPreviewing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <BackLink {...back} />
      <header className="page-head" data-layout={layout}>
        <div>
          <h1>{title}</h1>
          {description && <p>{description}</p>}
        </div>
        <div className="edit-ways">
          {edit.preview && !edit.access.locked && (
            <Button
              ref={opener}
              variant="line"
              small
              aria-expanded={previewing}
              icon={<Icon of={Eye} />}
              onClick={() => setPreviewing(!previewing)}
            >
              Pré-visualizar
            </Button>
          )}
          {edit.history && (
            <LinkButton to={edit.history} variant="line" small icon={<Icon of={History} />}>
              Histórico
            </LinkButton>
          )}
        </div>
      </header>
      <AccessNote area={edit.access.area} />
      <PublicationNotice edit={edit} />
      <div className={previewing ? 'edit-previewed' : undefined}>
        <Form
          schema={edit.rules.schema}
          rules={edit.rules.fileRules}
          saving={edit.saving}
          locked={edit.access.locked}
          waits
          progress={edit.upload.progress}
          shares={edit.upload.shares}
          onSubmit={(event) => {
            // Submit events of a form in a dialog bubble up through React, although it is not a part of this
            // form.
            if (event.target === event.currentTarget) return edit.save(event);
          }}
          footer={edit.access.locked ? null : <SaveBar edit={edit} saveLabel={saveLabel} note={saveNote} />}
        >
          <ChangedElsewhere edit={edit} />
          <DraftBack edit={edit} />
          <ErrorSummary edit={edit} />
          <SectionLinks
            sections={
              <>
                {children}
                {aside}
              </>
            }
          />
          <div className={aside ? 'edit-columns' : 'edit-single'} data-layout={layout}>
            <div>{children}</div>
            {aside && <aside>{aside}</aside>}
          </div>
        </Form>
        {previewing && edit.preview && (
          <Suspense fallback={<div className="preview-panel" />}>
            <PreviewPanel
              preview={edit.preview}
              control={edit.control as Control}
              labels={edit.draft.labels}
              onClose={() => {
                setPreviewing(false);
                opener.current?.focus();
              }}
            />
          </Suspense>
        )}
      </div>
      <ConfirmDialog
        open={edit.question.text !== null}
        title="Confira antes de salvar"
        cancelLabel="Corrigir"
        confirm={{ label: 'Salvar assim mesmo' }}
        onConfirm={() => edit.question.answer(true)}
        onClose={() => edit.question.answer(false)}
      >
        <p>{edit.question.text}</p>
      </ConfirmDialog>
      <LeaveGuard edit={edit} />
    </>
  );
}

function ChangedElsewhere<V extends FieldValues>({ edit }: { edit: EditForm<V> }) {
  const dirty = useIsDirty(edit);
  const { change, loadCurrent } = edit.concurrent;
  return (
    change && (
      <Suspense>
        <ConcurrentChangeNotice elsewhere={change} dirty={dirty} takeIn={() => loadCurrent(dirty)} />
      </Suspense>
    )
  );
}

function LeaveGuard<V extends FieldValues>({ edit }: { edit: EditForm<V> }) {
  const { left, draft } = edit;
  return <UnsavedChanges edit={{ dirty: useIsDirty(edit), left, draft }} />;
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
