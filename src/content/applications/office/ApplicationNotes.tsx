import { StickyNote, Trash2 } from 'lucide';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { usePersonalDraft } from '../../../records/office/draft/usePersonalDraft.tsx';
import { LabelledField } from '../../../records/office/form/LabelledField.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { type ApplicationDetails, destroyNote, MAX_NOTE_LENGTH, storeNote } from '../application.contract.ts';
import { formatAuthorAndTime } from './application.format.browser.ts';
import { useSending } from './useSending.browser.ts';

// Loaded on first use only.
const ConfirmDialog = lazy(() =>
  import('../../../records/office/dialog/ConfirmDialog.tsx').then((module) => ({
    default: module.ConfirmDialog,
  })),
);

const EMPTY_NOTE = { text: '' };

type Note = ApplicationDetails['notes'][number];

/** Lists and edits the internal notes of staff about an application. */
export function ApplicationNotes({ application: { uuid, notes } }: { application: ApplicationDetails }) {
  const id = useId();
  const draft = usePersonalDraft(storeNote, { uuid }, EMPTY_NOTE);
  const { text } = draft.values;
  const [confirming, setConfirming] = useState<Note | null>(null);
  const { busy, problem, setProblem, send } = useSending();
  const removing = useSending();
  const store = async () => {
    if (text.trim() === '') return setProblem('Informe a anotação.');
    const failure = await send('Anotação guardada', () =>
      callEndpoint(storeNote, { params: { uuid }, body: { text } }),
    );
    if (!failure) draft.sent();
  };
  const remove = async (note: Note) => {
    await removing.send('Anotação apagada', () => callEndpoint(destroyNote, { params: { uuid: note.uuid } }));
    setConfirming(null);
  };
  return (
    <section className="application-part">
      <h2>Anotações</h2>
      {draft.notice}
      <LabelledField
        id={id}
        label="Nova anotação"
        hint="A equipe lê, e a própria pessoa também, se pedir os seus dados."
        problem={problem}
      >
        {(input) => (
          <textarea
            {...input}
            name="text"
            className="input"
            maxLength={MAX_NOTE_LENGTH}
            value={text}
            onChange={({ target }) => draft.set({ text: target.value })}
          />
        )}
      </LabelledField>
      <Button variant="ink" small busy={busy} icon={<Icon of={StickyNote} />} onClick={store}>
        Anotar
      </Button>
      {notes.length > 0 && (
        <ul className="application-entries">
          {notes.map((note) => (
            <li key={note.uuid}>
              <p className="application-note">{note.text}</p>
              <p className="application-quiet">
                Escrita {formatAuthorAndTime(note)}
                {note.own && (
                  <button
                    type="button"
                    className="link"
                    aria-label={`Apagar a anotação de ${formatAuthorAndTime(note)}`}
                    onClick={() => setConfirming(note)}
                  >
                    Apagar
                  </button>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {confirming && (
        <Suspense>
          <ConfirmDialog
            open
            title="Apagar esta anotação?"
            confirm={{ label: 'Apagar', icon: <Icon of={Trash2} /> }}
            busy={removing.busy}
            onConfirm={() => remove(confirming)}
            onClose={() => setConfirming(null)}
          >
            <p className="application-note">{confirming.text}</p>
            <p>Não dá para desfazer.</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </section>
  );
}
