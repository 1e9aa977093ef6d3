import { Lock, LogOut, Mail, UserCheck, UserRoundX, UserX } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { ConfirmDialog } from '../../../records/office/dialog/ConfirmDialog.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { returnLink } from '../../../records/office/listState.ts';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { PROFILE } from '../../../shared/addresses.ts';
import type { Endpoint, messageResponse, uuidParams } from '../../../shared/endpoint.ts';
import { formatInstant, inSentence } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import {
  destroyPerson,
  disablePerson,
  enablePerson,
  endPersonSessions,
  invitePerson,
  type PersonDetails,
} from '../person.contract.ts';
import { people } from '../users.office.ts';
import { PersonStatus } from './PersonStatus.tsx';

interface PersonEndpoint extends Pick<Endpoint, 'method' | 'path' | 'summary'> {
  params: typeof uuidParams;
  answers: { 200: typeof messageResponse };
}

interface PersonAction {
  label: string;
  icon: ReactNode;
  endpoint: PersonEndpoint;
  /** Text of the alert on success. */
  done: string;
  /** Confirmation dialog before the action. */
  ask?: { title: string; text: string };
  /** Returns to the list afterwards, because the person is removed. */
  leaves?: true;
}

/** Shows a person's access and the actions on it, beside the form. */
export function PersonAside({ person }: { person: PersonDetails }) {
  const { has } = usePermissions();
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
      {has(disablePerson.needs) && <Actions person={person} />}
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

function actsOn({ name, state, sessions, is_self }: PersonDetails): PersonAction[] {
  const actions: PersonAction[] = [];
  if (state === 'invited')
    actions.push({
      label: 'Mandar convite de novo',
      icon: <Icon of={Mail} />,
      endpoint: invitePerson,
      done: 'Convite enviado',
    });
  // Users end their own sessions in the profile, which asks for the password.
  if (is_self) return actions;
  if (sessions > 0)
    actions.push({
      label: 'Encerrar sessões',
      icon: <Icon of={LogOut} />,
      endpoint: endPersonSessions,
      done: 'Sessões encerradas',
      ask: {
        title: `Encerrar as sessões de ${name}?`,
        text: `${plural(sessions, 'sessão está aberta', 'sessões estão abertas')}. Para continuar, a pessoa entra de novo.`,
      },
    });
  if (state === 'disabled')
    actions.push({
      label: 'Ativar acesso',
      icon: <Icon of={UserCheck} />,
      endpoint: enablePerson,
      done: 'Acesso ativado',
    });
  else
    actions.push({
      label: 'Desativar acesso',
      icon: <Icon of={UserX} />,
      endpoint: disablePerson,
      done: 'Acesso desativado',
      ask: {
        title: `Desativar o acesso de ${name}?`,
        text: 'Não entra mais, e as sessões abertas terminam agora. Dá para ativar de novo quando quiser.',
      },
    });
  actions.push({
    label: 'Tirar da equipe',
    icon: <Icon of={UserRoundX} />,
    endpoint: destroyPerson,
    done: people.alerts.deleted,
    leaves: true,
    ask: {
      title: `Tirar ${name} da equipe?`,
      text: 'Não entra mais, e as sessões abertas terminam agora. O histórico guarda o nome. Para voltar, só com um convite novo.',
    },
  });
  return actions;
}

function Actions({ person }: { person: PersonDetails }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [confirming, setConfirming] = useState<PersonAction | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const { uuid } = person;

  const run = async ({ endpoint, done, label, leaves }: PersonAction) => {
    setBusy(label);
    try {
      const { data } = await withReauth(() => callEndpoint(endpoint, { params: { uuid } }));
      alert.success(done, data.message);
      setConfirming(null);
      if (!leaves) return await revalidate();
      const { to, ...options } = returnLink(people.at.list);
      await navigate(to, { replace: true, ...options });
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setBusy(null);
    }
  };

  return (
    <div className="person-acts">
      {actsOn(person).map((action) => (
        <Button
          key={action.label}
          variant="line"
          small
          icon={action.icon}
          busy={busy === action.label && !confirming}
          onClick={() => (action.ask ? setConfirming(action) : run(action))}
        >
          {action.label}
        </Button>
      ))}
      {confirming?.ask && (
        <ConfirmDialog
          open
          title={confirming.ask.title}
          confirm={{ label: confirming.label, icon: confirming.icon }}
          busy={busy !== null}
          onConfirm={() => run(confirming)}
          onClose={() => setConfirming(null)}
        >
          <p>{confirming.ask.text}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Shows a person read-only, because they have more rights than the user. */
export function ReadOnlyPerson({ person }: { person: PersonDetails }) {
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
        <Icon of={Lock} />
        {person.refused}
      </p>
    </>
  );
}
