import { Archive } from 'lucide';
import { useState } from 'react';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { ConfirmDialog } from '../../../records/office/dialog/ConfirmDialog.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { plural } from '../../../shared/text/plural.ts';
import { moveApplications } from '../application.contract.ts';
import { greetingTo, TEMPLATES, VACANCY_PLACEHOLDER, vacancyInMessage } from '../application.stages.ts';
import type { ApplicationRow } from './ApplicationList.tsx';
import { LetterFields, type MessageFields } from './LetterFields.tsx';
import { useSending } from './useSending.browser.ts';

const { subject, text } = TEMPLATES.closed;

/** Closes the selected applications, optionally with a closing message, of which it shows a preview. */
export function CloseDialog({
  chosen,
  companyEmail,
  onDone,
  onClose,
}: {
  chosen: readonly ApplicationRow[];
  companyEmail: string | null;
  onDone: () => void;
  onClose: () => void;
}) {
  const [sendsMessage, setSendsMessage] = useState(false);
  const [letter, setLetter] = useState<MessageFields>({ subject, text, reply_to: 'sender' });
  const { busy, problem, send } = useSending();
  const [first] = chosen;
  const confirm = async () => {
    const uuids = chosen.map(({ uuid }) => uuid);
    const message = sendsMessage ? letter : undefined;
    const failure = await send('Candidaturas encerradas', () =>
      callEndpoint(moveApplications, { body: { uuids, stage: 'closed', message } }),
    );
    if (!failure) onDone();
  };
  return (
    <ConfirmDialog
      open
      title={`Encerrar ${plural(chosen.length, 'candidatura', 'candidaturas')}?`}
      confirm={{
        label: sendsMessage ? 'Encerrar e enviar' : 'Encerrar',
        icon: <Icon of={Archive} />,
      }}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Elas passam para «Encerrada». Quem já estava lá não recebe outra mensagem.</p>
      <label className="application-choice">
        <input
          type="checkbox"
          checked={sendsMessage}
          onChange={({ target }) => setSendsMessage(target.checked)}
        />
        <span>Mandar a cada pessoa uma mensagem por e-mail</span>
      </label>
      {sendsMessage && first && (
        <>
          <LetterFields
            letter={letter}
            onChange={setLetter}
            companyEmail={companyEmail}
            problem={problem}
            hint={`${VACANCY_PLACEHOLDER} vira o nome da vaga de cada pessoa. O e-mail começa com o nome dela e termina com o seu.`}
          />
          <section className="application-preview" aria-label={`Prévia para ${first.name}`}>
            <p className="application-preview-to">Prévia para {first.name}</p>
            <p>
              <b>{withVacancy(letter.subject, first)}</b>
            </p>
            <p>{greetingTo(first.name)}</p>
            <p>{withVacancy(letter.text, first)}</p>
          </section>
        </>
      )}
      {problem && !sendsMessage && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </ConfirmDialog>
  );
}

const withVacancy = (words: string, { vacancie_id }: ApplicationRow) =>
  words.replaceAll(VACANCY_PLACEHOLDER, vacancyInMessage(vacancie_id.uuid ? vacancie_id.name : null));
