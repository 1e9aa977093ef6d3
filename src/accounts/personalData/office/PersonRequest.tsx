import { FileJson, Search, Trash2 } from 'lucide';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { LabelledField } from '../../../records/office/form/LabelledField.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { failureFrom, withoutPendingState } from '../../../records/office/loadScreen.ts';
import { saveFile } from '../../../records/office/saveFile.ts';
import { withReauth } from '../../../records/office/session.ts';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { failureText } from '../../../shared/failure.ts';
import {
  type DataOutsideScope,
  erasePersonalData,
  exportPersonalData,
  type FoundPersonalData,
  findPersonalData,
} from '../personalData.contract.ts';
import { AccountsFound, ApplicationFound, MailsFound, TextsFound } from './FoundPersonalData.tsx';

interface SearchResult {
  email: string;
  found: FoundPersonalData;
  elsewhere: DataOutsideScope[];
  backups: string;
}

interface ErasureReport {
  message: string;
  kept: string[];
  backups: string;
}

/** The form for one person's request: search by e-mail address, export and erase. */
export function PersonRequest() {
  const [email, setEmail] = useState('');
  const [result, setResult] = useState<SearchResult | null>(null);
  const [report, setReport] = useState<ErasureReport | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { revalidate } = useRevalidator();
  /** Reloads «Quem viu», which lists each look-up. */
  const refreshLooks = () => void withoutPendingState(revalidate);

  const search = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem('');
    setReport(null);
    try {
      const body = { email: email.trim() };
      const { data } = await withReauth(() => callEndpoint(findPersonalData, { body }));
      const { backups, elsewhere, ...found } = data;
      setResult({ email: body.email, found, elsewhere, backups });
      refreshLooks();
    } catch (error) {
      setResult(null);
      setProblem(wordsOfField(error, 'email'));
    } finally {
      setBusy(false);
    }
  };

  const showReport = (erasure: ErasureReport) => {
    setReport(erasure);
    refreshLooks();
  };

  return (
    <section className="data-part" aria-labelledby="request">
      <h2 id="request">Pedido de uma pessoa</h2>
      <p className="data-quiet">
        Confirme antes que o pedido vem mesmo da pessoa. Cada consulta fica registrada: quem consultou e
        quando, nunca os dados de quem.
      </p>
      <form className="data-search" onSubmit={search} noValidate>
        <EmailField label="E-mail da pessoa" value={email} onChange={setEmail} problem={problem} />
        <Button type="submit" busy={busy} icon={<Icon of={Search} />}>
          Procurar
        </Button>
      </form>
      <div aria-live="polite">
        {result && !report && (
          <FoundData key={result.email} result={result} onErased={showReport} onLook={refreshLooks} />
        )}
      </div>
      {report && <Erased report={report} />}
    </section>
  );
}

const isEmpty = ({ applications, accounts, texts, mails }: FoundPersonalData) =>
  applications.length + (accounts?.length ?? 0) + texts.records.length + texts.others + texts.entries === 0 &&
  mails.waiting + mails.files === 0;

function FoundData({
  result,
  onErased,
  onLook,
}: {
  result: SearchResult;
  onErased: (report: ErasureReport) => void;
  onLook: () => void;
}) {
  const { email, found, elsewhere, backups } = result;
  const mayErase = usePermissions().has('personalData.delete');
  if (isEmpty(found) && elsewhere.length === 0)
    return (
      <div className="empty">
        <p className="d4">Não há nada guardado com este e-mail</p>
        <p>Se a pessoa tem outro endereço, procure por ele também.</p>
      </div>
    );
  const { applications, accounts, texts, mails } = found;
  return (
    <div className="data-found">
      {applications.length > 0 && (
        <Part title="Candidaturas">
          <ul>
            {applications.map((application) => (
              <ApplicationFound key={application.uuid} application={application} />
            ))}
          </ul>
        </Part>
      )}
      {accounts && accounts.length > 0 && (
        <Part title="Conta da equipe">
          <AccountsFound accounts={accounts} />
        </Part>
      )}
      {texts.records.length + texts.others + texts.entries > 0 && (
        <Part title="Textos">
          <TextsFound texts={texts} />
        </Part>
      )}
      {mails.waiting + mails.files > 0 && (
        <Part title="E-mails">
          <MailsFound mails={mails} />
        </Part>
      )}
      {elsewhere.length > 0 && (
        <Part title="Em outras áreas">
          <p className="data-quiet">
            Há mais desta pessoa em áreas que você não vê:{' '}
            {elsewhere.map(({ area, count }) => `${area} (${count})`).join(', ')}. Peça a quem cuida delas.
          </p>
        </Part>
      )}
      <ExportButton email={email} onLook={onLook} />
      {mayErase && <Erasing email={email} backups={backups} onErased={onErased} />}
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="data-holder">
    <h3>{title}</h3>
    {children}
  </div>
);

function ExportButton({ email, onLook }: { email: string; onLook: () => void }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { data } = await withReauth(() => callEndpoint(exportPersonalData, { body: { email } }));
      const text = JSON.stringify(data, null, 2);
      saveFile(new Blob([text], { type: 'application/json' }), 'dados-da-pessoa.json');
      onLook();
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="ink" small busy={busy} icon={<Icon of={FileJson} />} onClick={download}>
      Baixar os dados em um arquivo
    </Button>
  );
}

function Erasing({
  email,
  backups,
  onErased,
}: {
  email: string;
  backups: string;
  onErased: (report: ErasureReport) => void;
}) {
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
      const { data } = await withReauth(() => callEndpoint(erasePersonalData, { body }));
      onErased(data);
    } catch (error) {
      setProblem(wordsOfField(error, 'confirmation'));
      setBusy(false);
    }
  };
  return (
    <div className="data-erase">
      <h3>Apagar tudo</h3>
      <p>É de vez, e não dá para desfazer. Baixe os dados antes, se a pessoa pediu uma cópia.</p>
      <p>{backups}</p>
      <form onSubmit={erase} noValidate>
        <EmailField
          label={`Para confirmar, digite o e-mail ${email}`}
          value={confirmation}
          onChange={setConfirmation}
          problem={problem}
        />
        <Button type="submit" busy={busy} icon={<Icon of={Trash2} />}>
          Apagar para sempre
        </Button>
      </form>
    </div>
  );
}

/** The report of an erasure. It takes the focus, because the form that had it is removed. */
function Erased({ report: { message, kept, backups } }: { report: ErasureReport }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="data-erased" ref={box} tabIndex={-1} role="status">
      <h3>Dados apagados</h3>
      <p>{message}</p>
      {kept.length > 0 && (
        <ul>
          {kept.map((why) => (
            <li key={why}>{why}</li>
          ))}
        </ul>
      )}
      <p>{backups}</p>
    </div>
  );
}

function wordsOfField(error: unknown, field: string): string {
  const failure = failureFrom(error);
  return failure.fields?.[field]?.[0] ?? failureText(failure);
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
    <LabelledField id={id} label={label} problem={problem}>
      {(input) => (
        <input
          {...input}
          type="email"
          className="input"
          autoComplete="off"
          maxLength={254}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </LabelledField>
  );
}
