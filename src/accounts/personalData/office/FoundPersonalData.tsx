import { Download } from 'lucide';
import { Link } from 'react-router';
import { STAGES } from '../../../content/applications/application.stages.ts';
import { useResumeLink } from '../../../content/applications/office/useResumeLink.browser.ts';
import { resourceOf } from '../../../records/define/resources.ts';
import { Icon } from '../../../records/office/Icon.tsx';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { formatCount, plural } from '../../../shared/text/plural.ts';
import { people } from '../../users/users.office.ts';
import type {
  FoundPersonalData,
  PersonAccount,
  PersonApplication,
  PersonText,
} from '../personalData.contract.ts';

// The results of each personal-data source, as lists for the screen.

export function ApplicationFound({ application }: { application: PersonApplication }) {
  const { name, vacancy, stage, created_at, notes, messages, openings, mails, doc } = application;
  const freshLink = useResumeLink(application);
  // Staff who may read applications get a fresh link. Others use the link of the response, which soon expires.
  const resume = usePermissions().has('applications.read') ? freshLink : { href: doc.url_s3 };
  const counts = [
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
        <p className="data-quiet">{counts.join(', ')}</p>
      </div>
      <a className="btn btn-line btn-s" {...resume}>
        <Icon of={Download} />
        Baixar currículo
        <span className="sr-only"> de {vacancy}</span>
      </a>
    </li>
  );
}

const STATES: Record<PersonAccount['state'], string> = {
  active: 'ativa',
  invited: 'convidada',
  disabled: 'desativada',
  removed: 'fora da equipe',
};

export function AccountsFound({ accounts }: { accounts: PersonAccount[] }) {
  return (
    <>
      <ul>
        {accounts.map(({ uuid, name, state, role_name, created_at, deeds, refused }) => (
          <li key={uuid}>
            <div>
              {state === 'removed' ? (
                <b>{name}</b>
              ) : (
                <Link className="link" to={people.at.edit({ uuid })}>
                  {name}
                </Link>
              )}
              <p>
                {STATES[state]}, {role_name}, criada em {formatInstant(created_at)},{' '}
                {deeds === 1 ? '1 ação registrada' : `${formatCount(deeds)} ações registradas`}
              </p>
              {refused && <p className="data-refused">{refused}</p>}
            </div>
          </li>
        ))}
      </ul>
      <p className="data-quiet">
        Ao apagar, somem o nome, o e-mail, a foto, as sessões e tudo o que abre a conta. O que a pessoa fez
        fica, com um pseudônimo no lugar do nome: a rede presta contas do que mudou no site (LGPD, art. 16, I,
        e art. 7º, IX).
      </p>
    </>
  );
}

export function TextsFound({ texts: { records, others, entries } }: { texts: FoundPersonalData['texts'] }) {
  return (
    <>
      <ul>
        {records.map((text) => (
          <TextFound key={`${text.table} ${text.uuid}`} text={text} />
        ))}
      </ul>
      {others > 0 && (
        <p className="data-quiet">
          {plural(others, 'outro registro', 'outros registros')}, que não {others === 1 ? 'cabe' : 'cabem'}{' '}
          aqui ou que você não vê.
        </p>
      )}
      {entries > 0 && (
        <p className="data-quiet">
          O e-mail está em {plural(entries, 'detalhe', 'detalhes')} de «Quem fez o quê», que{' '}
          {entries === 1 ? 'fica' : 'ficam'} sem ele ao apagar.
        </p>
      )}
      <p className="data-quiet">
        Ao apagar, «[e-mail apagado]» toma o lugar do e-mail no texto atual, nas versões antigas e nas
        mudanças que esperam. Confira depois os textos que estão no site.
      </p>
    </>
  );
}

function TextFound({
  text: { table, uuid, title, current, deleted, waiting, former },
}: {
  text: PersonText;
}) {
  const known = resourceOf(table);
  const where = [
    ...(current ? ['no texto atual'] : []),
    ...(deleted ? ['na lixeira'] : []),
    ...(waiting ? ['em uma mudança que espera'] : []),
    ...(former > 0 ? [`em ${plural(former, 'versão antiga', 'versões antigas')}`] : []),
  ];
  const name = title ?? known?.office.menu.label ?? table;
  return (
    <li>
      <div>
        {known ? (
          <Link className="link" to={known.at.history({ uuid })}>
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        )}
        <p>
          {known?.office.menu.label}: {where.join(', ')}
        </p>
      </div>
    </li>
  );
}

export function MailsFound({ mails: { waiting, files } }: { mails: FoundPersonalData['mails'] }) {
  const parts = [
    ...(waiting > 0 ? [`${plural(waiting, 'e-mail espera', 'e-mails esperam')} para sair`] : []),
    ...(files > 0 ? [`${plural(files, 'e-mail está', 'e-mails estão')} em arquivo no servidor`] : []),
  ];
  return <p>{parts.join(', ')}.</p>;
}
