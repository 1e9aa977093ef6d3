import { Mail, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/office/Button.tsx';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { type ApplicationDetails, sendMessage } from './application.contract.ts';
import {
  greetingTo,
  TEMPLATES,
  type Template,
  templateNames,
  VACANCY_MARK,
  vacancyInMessage,
} from './application.stages.ts';
import { byAt } from './application.words.browser.ts';
import { type Letter, LetterFields } from './LetterFields.tsx';
import { useSending } from './useSending.browser.ts';

/** What was written to the applicant, and a new message: from a text that is read and changed before it goes. */
export function ApplicationMessages({ application }: { application: ApplicationDetails }) {
  const { uuid, name, email, messages, replies } = application;
  const id = useId();
  const [writing, setWriting] = useState(false);
  const [template, setTemplate] = useState<Template>('interview');
  const [letter, setLetter] = useState<Letter>(() => letterOf('interview', application));
  const { busy, problem, send } = useSending();

  const choose = (next: Template) => {
    setTemplate(next);
    setLetter({ ...letterOf(next, application), reply_to: letter.reply_to });
  };
  const leave = async () => {
    const failure = await send('E-mail enviado', () =>
      callEndpoint(sendMessage, { params: { uuid }, body: { template, ...letter } }),
    );
    if (failure) return;
    setWriting(false);
    choose(template);
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
              <p className="application-quiet">Enviada {byAt(message)}</p>
            </li>
          ))}
        </ul>
      )}
      {writing ? (
        <>
          <div className="field">
            <label className="field-label" htmlFor={id}>
              Modelo
            </label>
            <select
              id={id}
              className="input"
              value={template}
              onChange={({ target }) => choose(target.value as Template)}
            >
              {templateNames.map((one) => (
                <option key={one} value={one}>
                  {TEMPLATES[one].label}
                </option>
              ))}
            </select>
          </div>
          <LetterFields
            letter={letter}
            onChange={setLetter}
            companyEmail={replies.company}
            problem={problem}
            hint={`Vai para ${email}. Começa com «${greetingTo(name)}» e termina com o seu nome.`}
          />
          <div className="acts">
            <Button small busy={busy} icon={<Send className="i" aria-hidden="true" />} onClick={leave}>
              Enviar e-mail
            </Button>
            <Button variant="line" small onClick={() => setWriting(false)}>
              Fechar
            </Button>
          </div>
        </>
      ) : (
        <Button
          variant="line"
          small
          icon={<Mail className="i" aria-hidden="true" />}
          onClick={() => setWriting(true)}
        >
          Escrever mensagem
        </Button>
      )}
    </section>
  );
}

function letterOf(template: Template, { vacancie_id }: ApplicationDetails): Letter {
  const vacancy = vacancyInMessage(vacancie_id.uuid ? vacancie_id.name : null);
  const { subject, text } = TEMPLATES[template];
  return { subject, text: text.replaceAll(VACANCY_MARK, vacancy), reply_to: 'sender' };
}
