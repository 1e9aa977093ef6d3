import { LogOut, MonitorSmartphone, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { AnswerBody } from '../../contract/endpoint.ts';
import { formatInstant } from '../../ui/format.ts';
import { alert } from '../../ui/office/alerts.tsx';
import { Button } from '../../ui/office/Button.tsx';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { ConfirmDialog } from '../../ui/office/dialog/ConfirmDialog.tsx';
import { Section } from '../../ui/office/form/EditPage.tsx';
import { Loaded } from '../../ui/office/Loaded.tsx';
import { failureFrom } from '../../ui/office/load.ts';
import { withReauth } from '../../ui/office/session.ts';
import { endOtherSessions, endSession, type listSessions, type Session } from './session.contract.ts';
import './SessionsSection.css';

/** Where the person is signed in, and a way to end it. */
export function SessionsSection({ answer }: { answer: Promise<AnswerBody<typeof listSessions>> }) {
  return (
    <Section title="Onde você está">
      <Loaded answer={answer} skeleton={<span className="bone bone-block" />}>
        {({ data }) => <Sessions sessions={data} />}
      </Loaded>
    </Section>
  );
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<number | 'others' | null>(null);
  const [asking, setAsking] = useState(false);
  const others = sessions.filter(({ current }) => !current).length;
  const run = async (
    which: number | 'others',
    said: string,
    call: () => Promise<{ data: { message: string } }>,
  ) => {
    setBusy(which);
    try {
      const { data } = await withReauth(call);
      alert.success(said, data.message);
    } catch (error) {
      alert.failure(failureFrom(error));
    }
    await revalidate();
    setBusy(null);
    setAsking(false);
  };
  return (
    <>
      <ul className="sessions">
        {sessions.map(({ id, browser, current, created_at, last_used_at, shared_at }) => (
          <li key={id}>
            <MonitorSmartphone className="i" aria-hidden="true" />
            <div>
              <b>{browser}</b>
              <p>
                {current ? 'Esta aqui. ' : `Usada em ${formatInstant(last_used_at)}. `}
                Aberta em {formatInstant(created_at)}.
              </p>
              {shared_at && (
                <p className="session-shared">
                  <TriangleAlert className="i" aria-hidden="true" />
                  <span>
                    Em {formatInstant(shared_at)} foi usada em dois lugares ao mesmo tempo. Se não foi você,
                    troque a senha.
                  </span>
                </p>
              )}
            </div>
            {!current && (
              <Button
                variant="line"
                small
                busy={busy === id}
                aria-label={`Encerrar: ${browser}, usada em ${formatInstant(last_used_at)}`}
                onClick={() =>
                  run(id, 'Sessão encerrada', () =>
                    callEndpoint(endSession, { params: { id: String(id) } as never }),
                  )
                }
              >
                Encerrar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Button
          variant="line"
          small
          icon={<LogOut className="i" aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          Encerrar todas as outras
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Encerrar todas as outras sessões?"
        confirm={{ label: 'Encerrar' }}
        busy={busy === 'others'}
        onConfirm={() => run('others', 'Pronto', () => callEndpoint(endOtherSessions))}
        onClose={() => setAsking(false)}
      >
        <p>Nos outros aparelhos é preciso entrar de novo. O que foi escrito neles fica guardado lá.</p>
      </ConfirmDialog>
    </>
  );
}
