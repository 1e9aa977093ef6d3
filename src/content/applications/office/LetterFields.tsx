import { useId } from 'react';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { useSession } from '../../../records/office/session.ts';
import type { MessageInput } from '../application.contract.ts';

export type MessageFields = Pick<MessageInput, 'subject' | 'text' | 'reply_to'>;

const SUBJECT_LENGTH = 150;
const TEXT_LENGTH = 4000;

/** Edits subject, text and reply address of a message. */
export function LetterFields({
  letter,
  onChange,
  hint,
  companyEmail,
  problem,
}: {
  letter: MessageFields;
  onChange: (letter: MessageFields) => void;
  hint: string;
  companyEmail: string | null;
  problem: string;
}) {
  const id = useId();
  const { user } = useSession();
  return (
    <>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-subject`}>
          Assunto
        </label>
        <input
          id={`${id}-subject`}
          className="input"
          maxLength={SUBJECT_LENGTH}
          value={letter.subject}
          onChange={({ target }) => onChange({ ...letter, subject: target.value })}
        />
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-text`}>
          Mensagem
        </label>
        <textarea
          id={`${id}-text`}
          className="input"
          rows={8}
          maxLength={TEXT_LENGTH}
          value={letter.text}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange({ ...letter, text: target.value })}
        />
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-reply`}>
          A resposta vai para
        </label>
        <select
          id={`${id}-reply`}
          className="input"
          value={letter.reply_to}
          onChange={({ target }) =>
            onChange({ ...letter, reply_to: target.value as MessageFields['reply_to'] })
          }
        >
          <option value="sender">O seu e-mail{user?.email ? ` (${user.email})` : ''}</option>
          {companyEmail && <option value="company">O e-mail da empresa ({companyEmail})</option>}
        </select>
        <FieldError id={`${id}-problem`} text={problem || undefined} />
      </div>
    </>
  );
}
