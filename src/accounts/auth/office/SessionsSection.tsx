import { LogOut, MonitorSmartphone, TriangleAlert } from 'lucide';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { z } from 'zod';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { Section } from '../../../records/office/form/EditPage.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { LoadedContent } from '../../../records/office/Loaded.tsx';
import type { ResponseBody } from '../../../shared/endpoint.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { ConfirmationDialog } from '../../twoFactor/office/ConfirmationStep.tsx';
import type { ConfirmationInput } from '../../twoFactor/twoFactor.contract.ts';
import type { profile } from '../auth.contract.ts';
import { endOtherSessions, endSession, type listSessions, type SessionEntry } from '../session.contract.ts';

type Owner = Pick<z.output<typeof profile>, 'email' | 'has_app' | 'has_passkeys'>;

/** Section of the profile that lists the user's sessions and can end them. */
export function SessionsSection({
  person,
  answer,
}: {
  person: Owner;
  answer: Promise<ResponseBody<typeof listSessions>>;
}) {
  return (
    <Section title="Onde você está">
      <LoadedContent answer={answer} skeleton={<span className="bone bone-block" />}>
        {({ data }) => <Sessions sessions={data} person={person} />}
      </LoadedContent>
    </Section>
  );
}

function Sessions({ sessions, person }: { sessions: readonly SessionEntry[]; person: Owner }) {
  const { revalidate } = useRevalidator();
  /** Session that the open dialog would end. */
  const [ending, setEnding] = useState<SessionEntry | 'others' | null>(null);
  const others = sessions.filter(({ current }) => !current).length;
  const end = async (body: ConfirmationInput) => {
    if (ending === 'others') {
      const { data } = await callEndpoint(endOtherSessions, { body });
      alert.success('Pronto', data.message);
    } else if (ending) {
      const params = { id: ending.id };
      const { data } = await callEndpoint(endSession, { params, body });
      alert.success('Sessão encerrada', data.message);
    }
    setEnding(null);
    await revalidate();
  };
  return (
    <>
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <Icon of={MonitorSmartphone} />
            <div>
              <b>{session.browser}</b>
              <p>
                {session.current ? 'Esta aqui. ' : `Usada em ${formatInstant(session.last_used_at)}. `}
                Aberta em {formatInstant(session.created_at)}.
              </p>
              {session.shared_at && (
                <p className="session-shared">
                  <Icon of={TriangleAlert} />
                  <span>
                    Em {formatInstant(session.shared_at)} foi usada em dois lugares ao mesmo tempo. Se não foi
                    você, troque a senha.
                  </span>
                </p>
              )}
            </div>
            {!session.current && (
              <Button
                variant="line"
                small
                aria-label={`Encerrar: ${session.browser}, usada em ${formatInstant(session.last_used_at)}`}
                onClick={() => setEnding(session)}
              >
                Encerrar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Button variant="line" small icon={<Icon of={LogOut} />} onClick={() => setEnding('others')}>
          Encerrar todas as outras
        </Button>
      )}
      {ending && (
        <ConfirmationDialog
          title={ending === 'others' ? 'Encerrar todas as outras sessões?' : 'Encerrar esta sessão?'}
          button="Encerrar"
          email={person.email}
          factors={{ app: person.has_app, passkeys: person.has_passkeys }}
          act={end}
          onClose={() => setEnding(null)}
        >
          {ending === 'others' ? (
            'Nos outros aparelhos é preciso entrar de novo. O que foi escrito neles fica guardado lá. '
          ) : (
            <>
              <b>
                {ending.browser}, usada em {formatInstant(ending.last_used_at)}.
              </b>{' '}
              Naquele aparelho é preciso entrar de novo. O que foi escrito nele fica guardado lá.{' '}
            </>
          )}
          Confirme que é você.
        </ConfirmationDialog>
      )}
    </>
  );
}
