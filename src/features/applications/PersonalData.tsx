import { Download, FileJson, Search, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { wordsOf } from '../../contract/failure.ts';
import { formatInstant, plural } from '../../ui/format.ts';
import { alert } from '../../ui/office/alerts.tsx';
import { BackLink } from '../../ui/office/BackLink.tsx';
import { Button } from '../../ui/office/Button.tsx';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { FieldError } from '../../ui/office/form/fields.tsx';
import { failureFrom } from '../../ui/office/load.ts';
import { screenMeta } from '../../ui/office/screenMeta.ts';
import { withReauth } from '../../ui/office/session.ts';
import { erasePerson, exportPerson, findPerson, type PersonApplication } from './application.contract.ts';
import { applications as office } from './application.resource.ts';
import { STAGES } from './application.stages.ts';
import { useResume } from './useResume.browser.ts';
import './applications.css';

export const meta = screenMeta('Dados de uma pessoa');

interface Found {
  email: string;
  applications: PersonApplication[];
}

/** All that is kept of one person, for who asks for it: to look through, to hand over, to erase. */
export default function PersonalData() {
  const [email, setEmail] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const look = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      const body = { email: email.trim() };
      const { data } = await withReauth(() => callEndpoint(findPerson, { body }));
      setFound({ email: body.email, ...data });
    } catch (error) {
      setFound(null);
      setProblem(wordsOfField(error, 'email'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <BackLink to={office.at.list} label="Candidaturas" />
      <header className="page-head">
        <div>
          <h1>Dados de uma pessoa</h1>
          <p>
            Para quando alguém pede para ver ou apagar o que guardamos. Confirme antes que o pedido vem mesmo
            da pessoa.
          </p>
        </div>
      </header>
      <form className="person-search" onSubmit={look} noValidate>
        <EmailField label="E-mail da pessoa" value={email} onChange={setEmail} problem={problem} />
        <Button type="submit" busy={busy} icon={<Search className="i" aria-hidden="true" />}>
          Procurar
        </Button>
      </form>
      <div aria-live="polite">
        {found && (
          <What key={found.email} found={found} onErased={() => setFound({ ...found, applications: [] })} />
        )}
      </div>
    </>
  );
}

function What({ found, onErased }: { found: Found; onErased: () => void }) {
  const { email, applications } = found;
  if (applications.length === 0)
    return (
      <div className="empty">
        <p className="d4">Não há nada guardado com este e-mail</p>
        <p>Se a pessoa tem outro endereço, procure por ele também.</p>
      </div>
    );
  return (
    <>
      <section className="application-part person-kept">
        <h2>O que há guardado</h2>
        <ul className="person-found">
          {applications.map((application) => (
            <FoundApplication key={application.uuid} application={application} />
          ))}
        </ul>
        <ExportButton email={email} />
      </section>
      <Erasing email={email} count={applications.length} onErased={onErased} />
    </>
  );
}

function FoundApplication({ application }: { application: PersonApplication }) {
  const { name, vacancy, stage, created_at, notes, messages, openings, mails } = application;
  const resume = useResume(application);
  const rest = [
    plural(notes, 'anotação', 'anotações'),
    plural(messages, 'mensagem enviada', 'mensagens enviadas'),
    plural(openings, 'abertura do currículo', 'aberturas do currículo'),
    ...(mails > 0 ? [plural(mails, 'e-mail por sair', 'e-mails por sair')] : []),
  ];
  return (
    <li>
      <div>
        <b>{name}</b>
        <p>
          {vacancy}, {STAGES[stage].toLowerCase()}, recebida em {formatInstant(created_at)}
        </p>
        <p className="application-quiet">{rest.join(', ')}</p>
      </div>
      <a className="btn btn-line btn-s" {...resume}>
        <Download className="i" aria-hidden="true" />
        Baixar currículo
        <span className="sr-only"> de {vacancy}</span>
      </a>
    </li>
  );
}

function ExportButton({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { data } = await withReauth(() => callEndpoint(exportPerson, { body: { email } }));
      save(JSON.stringify(data, null, 2), 'dados-da-pessoa.json');
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="ink"
      small
      busy={busy}
      icon={<FileJson className="i" aria-hidden="true" />}
      onClick={download}
    >
      Baixar os dados em um arquivo
    </Button>
  );
}

/** As a file of the browser's own. */
function save(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

function Erasing({ email, count, onErased }: { email: string; count: number; onErased: () => void }) {
  const [confirmation, setConfirmation] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const erase = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      const body = { email, confirmation: confirmation.trim() };
      const { data } = await withReauth(() => callEndpoint(erasePerson, { body }));
      alert.success('Dados apagados', data.message);
      onErased();
    } catch (error) {
      setProblem(wordsOfField(error, 'confirmation'));
      setBusy(false);
    }
  };
  return (
    <section className="application-part person-erase">
      <h2>Apagar tudo</h2>
      <p>
        {plural(count, 'candidatura', 'candidaturas')} com currículo, anotações e mensagens. É de vez, e não
        dá para desfazer. Baixe os dados antes, se a pessoa pediu uma cópia.
      </p>
      <form onSubmit={erase} noValidate>
        <EmailField
          label={`Para confirmar, digite o e-mail ${email}`}
          value={confirmation}
          onChange={setConfirmation}
          problem={problem}
        />
        <Button type="submit" busy={busy} icon={<Trash2 className="i" aria-hidden="true" />}>
          Apagar para sempre
        </Button>
      </form>
    </section>
  );
}

function wordsOfField(error: unknown, field: string): string {
  const failure = failureFrom(error);
  return failure.fields?.[field]?.[0] ?? wordsOf(failure);
}

function EmailField({
  label,
  value,
  onChange,
  problem,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  problem: string;
}) {
  const id = useId();
  return (
    <div className="field" data-invalid={problem ? true : undefined}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="email"
        className="input"
        autoComplete="off"
        maxLength={254}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldError id={`${id}-error`} text={problem || undefined} />
    </div>
  );
}
