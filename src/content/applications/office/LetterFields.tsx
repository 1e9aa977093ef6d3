import { useId } from 'react';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { LabelledField, LabelledSelect } from '../../../records/office/form/LabelledField.tsx';
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
      <LabelledField id={`${id}-subject`} label="Assunto">
        {(input) => (
          <input
            {...input}
            className="input"
            maxLength={SUBJECT_LENGTH}
            value={letter.subject}
            onChange={({ target }) => onChange({ ...letter, subject: target.value })}
          />
        )}
      </LabelledField>
      <LabelledField id={`${id}-text`} label="Mensagem" hint={hint}>
        {(input) => (
          <textarea
            {...input}
            className="input"
            rows={8}
            maxLength={TEXT_LENGTH}
            value={letter.text}
            onChange={({ target }) => onChange({ ...letter, text: target.value })}
          />
        )}
      </LabelledField>
      <LabelledSelect
        id={`${id}-reply`}
        label="A resposta vai para"
        choices={[
          ['sender', `O seu e-mail${user?.email ? ` (${user.email})` : ''}`],
          ...(companyEmail ? [['company', `O e-mail da empresa (${companyEmail})`] as const] : []),
        ]}
        value={letter.reply_to}
        onChange={(value) => onChange({ ...letter, reply_to: value as MessageFields['reply_to'] })}
      />
      <FieldError id={`${id}-problem`} text={problem || undefined} />
    </>
  );
}
