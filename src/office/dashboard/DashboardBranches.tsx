import { BadgePercent, CalendarDays, CalendarX2, Clock, Globe, type IconNode } from 'lucide';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { branches } from '../../content/branches/branch.resource.ts';
import { dailyBooklets } from '../../content/dailyOffers/dailyBooklet.resource.ts';
import { offersAddress } from '../../content/offers/offer.address.ts';
import { offers } from '../../content/offers/offer.resource.ts';
import { branchOfferQueries } from '../../content/offers/offerTasks.ts';
import { branchPage } from '../../content/recordPages.ts';
import { dayHoursText, weekdayHeading } from '../../content/specialDays/placeSpecialDays.ts';
import { holidayForm, specialDays } from '../../content/specialDays/specialDay.resource.ts';
import { LinkButton } from '../../records/office/Button.tsx';
import { Icon } from '../../records/office/Icon.tsx';
import { countText } from '../../records/office/list/ListFilters.tsx';
import { usePermissions } from '../../records/office/usePermissions.ts';
import { capitalize } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import type { OwnBranch } from './dashboard.contract.ts';

/** Shows the branches of a user who is limited to some, and what the user does most. */
export function DashboardBranches({ own }: { own: readonly OwnBranch[] }) {
  const title = useId();
  const rightsOf = usePermissions().inArea;
  if (own.length === 0) return null;
  const shortcuts = [
    rightsOf(offers.area).write && (
      <Shortcut key="offer" to={offers.at.create} icon={BadgePercent} label="Nova oferta" />
    ),
    rightsOf(specialDays.area).write && (
      <Shortcut key="day" to={specialDays.at.create} icon={CalendarX2} label="Novo horário especial" />
    ),
    rightsOf(dailyBooklets.area).read && (
      <Shortcut key="daily" to={dailyBooklets.at.list} icon={CalendarDays} label="Ofertas do dia" />
    ),
  ].filter(Boolean);
  return (
    <section className="dash-block own-branches" aria-labelledby={title}>
      <header>
        <h2 id={title}>{own.length === 1 ? 'Sua filial' : 'Suas filiais'}</h2>
      </header>
      <ul>
        {own.map((branch) => (
          <li key={branch.uuid}>
            <BranchCard branch={branch} />
          </li>
        ))}
      </ul>
      {shortcuts.length > 0 && (
        <nav className="own-shortcuts" aria-label="Atalhos">
          {shortcuts}
        </nav>
      )}
    </section>
  );
}

function Shortcut({ to, icon, label }: { to: string; icon: IconNode; label: string }) {
  return (
    <LinkButton to={to} variant="line" small icon={<Icon of={icon} />}>
      {label}
    </LinkButton>
  );
}

function BranchCard({ branch }: { branch: OwnBranch }) {
  const { uuid, name, published, hours, reason, coming } = branch;
  const rightsOf = usePermissions().inArea;
  return (
    <article className="own-branch">
      <header>
        <h3>{name}</h3>
        <div className="dash-actions">
          {rightsOf(branches.area).write && (
            <LinkButton
              to={branches.at.edit({ uuid })}
              variant="ink"
              small
              icon={<Icon of={Clock} />}
              aria-label={`Mudar horário: ${name}`}
            >
              Mudar horário
            </LinkButton>
          )}
          {published && (
            <LinkButton
              to={branchPage(uuid)}
              reloadDocument
              variant="line"
              small
              icon={<Icon of={Globe} />}
              aria-label={`Ver no site: ${name}`}
            >
              Ver no site
            </LinkButton>
          )}
        </div>
      </header>
      <div className="own-facts">
        <Fact label={reason ? `Hoje, ${reason}` : 'Hoje'}>
          <b>{hours ? capitalize(dayHoursText(hours)) : 'Sem horário no site'}</b>
          {!published && <p>A filial ainda não está no site.</p>}
        </Fact>
        {branch.offers && <OfferFacts uuid={uuid} offers={branch.offers} name={name} />}
        {coming.length > 0 && (
          <Fact label="Próximos feriados e dias especiais">
            <ul>
              {coming.map((day) => (
                <ComingDay key={`${day.date} ${day.reason}`} day={day} uuid={uuid} />
              ))}
            </ul>
          </Fact>
        )}
      </div>
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <h4>{label}</h4>
      {children}
    </div>
  );
}

const listOf = (query: Record<string, string>) => `${offers.at.list}?${new URLSearchParams(query)}`;

function OfferFacts({
  uuid,
  name,
  offers: { current, ending_today, shared },
}: {
  uuid: string;
  name: string;
  offers: NonNullable<OwnBranch['offers']>;
}) {
  const queries = branchOfferQueries(uuid);
  return (
    <Fact label="Ofertas da filial">
      {current > 0 ? (
        <Link className="link" to={listOf(queries.current)} aria-label={`${valid(current)}: ${name}`}>
          <b>{valid(current)}</b>
        </Link>
      ) : (
        <b>Nenhuma valendo</b>
      )}
      {ending_today > 0 && (
        <p>
          <Link
            className="link"
            to={listOf(queries.ending_today)}
            aria-label={`${ending(ending_today)}: ${name}`}
          >
            {ending(ending_today)}
          </Link>
        </p>
      )}
      {shared > 0 && (
        <p>
          Valem também{' '}
          <Link className="link" to={offersAddress({ branch: uuid })} reloadDocument>
            {plural(shared, 'oferta', 'ofertas')} da rede
          </Link>
        </p>
      )}
    </Fact>
  );
}

const valid = (count: number) => `${countText(count)} valendo`;
const ending = (count: number) => `${countText(count)} ${count === 1 ? 'termina' : 'terminam'} hoje`;

function ComingDay({
  day: { date, reason, hours },
  uuid,
}: {
  day: OwnBranch['coming'][number];
  uuid: string;
}) {
  const canDecide = usePermissions().inArea(specialDays.area).write;
  return (
    <li>
      {weekdayHeading(date)}: {reason},{' '}
      {hours ? (
        <b>{dayHoursText(hours)}</b>
      ) : canDecide ? (
        <Link className="link" to={holidayForm({ date, name: reason, places: [uuid] })}>
          decidir o horário
        </Link>
      ) : (
        'ainda sem decisão'
      )}
    </li>
  );
}
