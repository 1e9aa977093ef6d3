import { Lock, LogOut, Mail, UserCheck, UserRoundX, UserX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { PROFILE } from '../../contract/addresses.ts';
import type { done, Endpoint, uuidParams } from '../../contract/endpoint.ts';
import { wordsOf } from '../../contract/failure.ts';
import { formatInstant, inSentence } from '../../ui/format.ts';
import { alert } from '../../ui/office/alerts.tsx';
import { Button } from '../../ui/office/Button.tsx';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { DetailsPage } from '../../ui/office/DetailsPage.tsx';
import { ConfirmDialog } from '../../ui/office/dialog/ConfirmDialog.tsx';
import { wayBack } from '../../ui/office/listPlace.ts';
import { failureFrom } from '../../ui/office/load.ts';
import { useMay } from '../../ui/office/may.ts';
import { withReauth } from '../../ui/office/session.ts';
import { plural } from '../../ui/plural.ts';
import { PersonStatus } from './PersonStatus.tsx';
import {
  destroyPerson,
  disablePerson,
  enablePerson,
  endPersonSessions,
  invitePerson,
  type PersonDetails,
} from './person.contract.ts';
import { people } from './users.office.ts';

interface Deed extends Pick<Endpoint, 'method' | 'path' | 'summary'> {
  params: typeof uuidParams;
  answers: { 200: typeof done };
}

interface Act {
  label: string;
  icon: ReactNode;
  endpoint: Deed;
  /** Said once it is done. */
  done: string;
  /** What is asked before, where it is no small matter. */
  ask?: { title: string; text: string };
  /** There is nobody to stay with. */
  leaves?: true;
}

/** What is known of somebody's access, and what can be done about it besides another role. */
export function PersonAside({ person }: { person: PersonDetails }) {
  const { may } = useMay();
  return (
    <section className="person-aside" aria-labelledby="person-access">
      <h2 id="person-access">Acesso</h2>
      <Facts person={person} />
      {person.is_self ? (
        <p className="person-note">
          Esta é a sua conta. Do e-mail, da senha e das sessões você cuida no{' '}
          <Link className="link" to={PROFILE}>
            perfil
          </Link>
          .
        </p>
      ) : null}
      {may(disablePerson.needs) && <Acts person={person} />}
    </section>
  );
}

function Facts({ person }: { person: PersonDetails }) {
  return (
    <dl className="person-facts">
      {factsOf(person).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf({ state, last_login_at, sessions, created_at, ...person }: PersonDetails) {
  const { invited_at, invitation_until } = person;
  return [
    { label: 'Situação', value: <PersonStatus state={state} /> },
    ...(invited_at
      ? [
          { label: 'Convite de', value: formatInstant(invited_at) },
          {
            label: 'Link',
            value: invitation_until ? `Vale até ${formatInstant(invitation_until)}` : 'Venceu: mande outro',
          },
        ]
      : [{ label: 'Última entrada', value: last_login_at ? formatInstant(last_login_at) : 'Nunca entrou' }]),
    { label: 'Sessões abertas', value: sessions },
    { label: 'Na equipe desde', value: formatInstant(created_at) },
  ];
}

function actsOn({ name, state, sessions, is_self }: PersonDetails): Act[] {
  const acts: Act[] = [];
  if (state === 'invited')
    acts.push({
      label: 'Mandar convite de novo',
      icon: <Mail className="i" aria-hidden="true" />,
      endpoint: invitePerson,
      done: 'Convite enviado',
    });
  // One's own end in the profile, where the password is asked for.
  if (is_self) return acts;
  if (sessions > 0)
    acts.push({
      label: 'Encerrar sessões',
      icon: <LogOut className="i" aria-hidden="true" />,
      endpoint: endPersonSessions,
      done: 'Sessões encerradas',
      ask: {
        title: `Encerrar as sessões de ${name}?`,
        text: `${plural(sessions, 'sessão está aberta', 'sessões estão abertas')}. Para continuar, a pessoa entra de novo.`,
      },
    });
  if (state === 'disabled')
    acts.push({
      label: 'Ativar acesso',
      icon: <UserCheck className="i" aria-hidden="true" />,
      endpoint: enablePerson,
      done: 'Acesso ativado',
    });
  else
    acts.push({
      label: 'Desativar acesso',
      icon: <UserX className="i" aria-hidden="true" />,
      endpoint: disablePerson,
      done: 'Acesso desativado',
      ask: {
        title: `Desativar o acesso de ${name}?`,
        text: 'Não entra mais, e as sessões abertas terminam agora. Dá para ativar de novo quando quiser.',
      },
    });
  acts.push({
    label: 'Tirar da equipe',
    icon: <UserRoundX className="i" aria-hidden="true" />,
    endpoint: destroyPerson,
    done: people.alerts.deleted,
    leaves: true,
    ask: {
      title: `Tirar ${name} da equipe?`,
      text: 'Não entra mais, e as sessões abertas terminam agora. O histórico guarda o nome. Para voltar, só com um convite novo.',
    },
  });
  return acts;
}

function Acts({ person }: { person: PersonDetails }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState<Act | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const { uuid } = person;

  const run = async ({ endpoint, done, label, leaves }: Act) => {
    setBusy(label);
    setProblem('');
    try {
      const { data } = await withReauth(() => callEndpoint(endpoint, { params: { uuid } }));
      alert.success(done, data.message);
      setAsking(null);
      if (!leaves) return await revalidate();
      const { to, ...how } = wayBack(people.at.list);
      await navigate(to, { replace: true, ...how });
    } catch (error) {
      const failure = failureFrom(error);
      alert.failure(failure);
      // Said here too, because the dialog stands before the alert.
      setProblem(wordsOf(failure));
    } finally {
      setBusy(null);
    }
  };

  return (
    <div className="person-acts">
      {actsOn(person).map((act) => (
        <Button
          key={act.label}
          variant="line"
          small
          icon={act.icon}
          busy={busy === act.label && !asking}
          onClick={() => {
            setProblem('');
            if (act.ask) setAsking(act);
            else run(act);
          }}
        >
          {act.label}
        </Button>
      ))}
      {asking?.ask && (
        <ConfirmDialog
          open
          title={asking.ask.title}
          confirm={{ label: asking.label, icon: asking.icon }}
          busy={busy !== null}
          onConfirm={() => run(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{asking.ask.text}</p>
          {problem && (
            <p className="field-error" role="alert">
              {problem}
            </p>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Of somebody who may more than whoever looks. */
export function PersonSeen({ person }: { person: PersonDetails }) {
  const { branches } = person;
  return (
    <>
      <DetailsPage
        title={person.name}
        back={{ to: people.at.list, label: 'Pessoas' }}
        rows={[
          { label: 'E-mail', value: person.email },
          { label: 'Papel', value: person.role_name },
          {
            label: 'Filiais',
            value: branches === null ? 'Todas' : inSentence(branches.map(({ name }) => name)),
          },
          ...factsOf(person),
        ]}
      />
      <p className="person-refused">
        <Lock className="i" aria-hidden="true" />
        {person.refused}
      </p>
    </>
  );
}
