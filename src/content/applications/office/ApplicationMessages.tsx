import { Mail, Send } from 'lucide';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { usePersonalDraft } from '../../../records/office/draft/usePersonalDraft.tsx';
import { LabelledSelect } from '../../../records/office/form/LabelledField.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { type ApplicationDetails, sendMessage } from '../application.contract.ts';
import {
  greetingTo,
  type MessageTemplate,
  TEMPLATES,
  templateNames,
  VACANCY_PLACEHOLDER,
  vacancyInMessage,
} from '../application.stages.ts';
import { formatAuthorAndTime } from './application.format.browser.ts';
import { LetterFields, type MessageFields } from './LetterFields.tsx';
import { useSending } from './useSending.browser.ts';

/** Lists the messages to the applicant and edits a new one, which starts from a template. */
export function ApplicationMessages({ application }: { application: ApplicationDetails }) {
  const { uuid, name, email, messages, replies } = application;
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [initial] = useState(() => messageOf('interview', application));
  const draft = usePersonalDraft(sendMessage, { uuid }, initial);
  const { template, ...letter } = draft.values;
  const isRestored = draft.notice !== null;
  // Open the editor for a restored draft. It stays open after a discard, which can be undone.
  useEffect(() => {
    if (isRestored) setOpened(true);
  }, [isRestored]);
  const writing = opened || isRestored;
  const { busy, problem, send } = useSending();

  const choose = (next: MessageTemplate) =>
    draft.set({ ...messageOf(next, application), reply_to: letter.reply_to });
  const submit = async () => {
    const failure = await send('E-mail enviado', () =>
      callEndpoint(sendMessage, { params: { uuid }, body: { template, ...letter } }),
    );
    if (failure) return;
    setOpened(false);
    draft.sent();
  };
  return (
    <section className="application-part">
      <h2>Mensagens</h2>
      {messages.length === 0 && !writing && (
        <p className="application-quiet">Nenhuma mensagem foi enviada por aqui.</p>
      )}
      {messages.length > 0 && (
        <ul className="application-entries">
          {messages.map((message) => (
            <li key={message.uuid}>
              <b>{TEMPLATES[message.template].label}</b>
              <p className="application-quiet">Enviada {formatAuthorAndTime(message)}</p>
            </li>
          ))}
        </ul>
      )}
      {draft.notice}
      {writing ? (
        <>
          <LabelledSelect
            id={id}
            label="Modelo"
            choices={templateNames.map((name) => [name, TEMPLATES[name].label] as const)}
            value={template}
            onChange={(value) => choose(value as MessageTemplate)}
          />
          <LetterFields
            letter={letter}
            onChange={draft.set}
            companyEmail={replies.company}
            problem={problem}
            hint={`Vai para ${email}. Começa com «${greetingTo(name)}» e termina com o seu nome.`}
          />
          <div className="acts">
            <Button small busy={busy} icon={<Icon of={Send} />} onClick={submit}>
              Enviar e-mail
            </Button>
            {!isRestored && (
              <Button variant="line" small onClick={() => setOpened(false)}>
                Fechar
              </Button>
            )}
          </div>
        </>
      ) : (
        <Button variant="line" small icon={<Icon of={Mail} />} onClick={() => setOpened(true)}>
          Escrever mensagem
        </Button>
      )}
    </section>
  );
}

function messageOf(
  template: MessageTemplate,
  { vacancie_id }: ApplicationDetails,
): MessageFields & { template: MessageTemplate } {
  const vacancy = vacancyInMessage(vacancie_id.uuid ? vacancie_id.name : null);
  const { subject, text } = TEMPLATES[template];
  return { template, subject, text: text.replaceAll(VACANCY_PLACEHOLDER, vacancy), reply_to: 'sender' };
}
