import { Archive } from 'lucide-react';
import { useState } from 'react';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { ConfirmDialog } from '../../ui/office/dialog/ConfirmDialog.tsx';
import { plural } from '../../ui/plural.ts';
import type { Row } from './ApplicationList.tsx';
import { moveApplications } from './application.contract.ts';
import { greetingTo, TEMPLATES, VACANCY_MARK, vacancyInMessage } from './application.stages.ts';
import { type Letter, LetterFields } from './LetterFields.tsx';
import { useSending } from './useSending.browser.ts';

const { subject, text } = TEMPLATES.closed;

/** Closes those that are chosen; each person may get the closing message, which is seen before. */
export function CloseDialog({
  chosen,
  companyEmail,
  onDone,
  onClose,
}: {
  chosen: Row[];
  companyEmail: string | null;
  onDone: () => void;
  onClose: () => void;
}) {
  const [writes, setWrites] = useState(false);
  const [letter, setLetter] = useState<Letter>({ subject, text, reply_to: 'sender' });
  const { busy, problem, send } = useSending();
  const [first] = chosen;
  const confirm = async () => {
    const uuids = chosen.map(({ uuid }) => uuid);
    const message = writes ? letter : undefined;
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
        label: writes ? 'Encerrar e enviar' : 'Encerrar',
        icon: <Archive className="i" aria-hidden="true" />,
      }}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Elas passam para «Encerrada». Quem já estava lá não recebe outra mensagem.</p>
      <label className="application-choice">
        <input type="checkbox" checked={writes} onChange={({ target }) => setWrites(target.checked)} />
        <span>Mandar a cada pessoa uma mensagem por e-mail</span>
      </label>
      {writes && first && (
        <>
          <LetterFields
            letter={letter}
            onChange={setLetter}
            companyEmail={companyEmail}
            problem={problem}
            hint={`${VACANCY_MARK} vira o nome da vaga de cada pessoa. O e-mail começa com o nome dela e termina com o seu.`}
          />
          <section className="application-preview" aria-label={`Prévia para ${first.name}`}>
            <p className="application-preview-to">Prévia para {first.name}</p>
            <p>
              <b>{filled(letter.subject, first)}</b>
            </p>
            <p>{greetingTo(first.name)}</p>
            <p>{filled(letter.text, first)}</p>
          </section>
        </>
      )}
      {problem && !writes && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </ConfirmDialog>
  );
}

const filled = (words: string, { vacancie_id }: Row) =>
  words.replaceAll(VACANCY_MARK, vacancyInMessage(vacancie_id.uuid ? vacancie_id.name : null));
