import { siteBranches } from '../../content/branches/branch.contract.ts';
import { MyStorePanel } from '../../content/branches/site/MyStorePanel.tsx';
import { sitePhoneServiceHours } from '../../content/phoneServiceHours/phoneServiceHours.contract.ts';
import {
  formatServiceBreak,
  formatServiceDays,
  formatServiceTimes,
} from '../../content/phoneServiceHours/phoneServiceHours.format.ts';
import { sitePhones } from '../../content/phones/phone.contract.ts';
import { phoneHref, phoneLabel } from '../../content/phones/phone.format.ts';
import { WHATSAPP } from '../../content/phones/phone.types.ts';
import { todayIn } from '../../content/settings/settings.contract.ts';
import { branchNotices } from '../../content/specialDays/placeSpecialDays.ts';
import { SpecialDayNotices } from '../../content/specialDays/site/SpecialDayNotices.tsx';
import { siteSpecialDays } from '../../content/specialDays/specialDay.contract.ts';
import { formatZipCode } from '../../shared/text/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { hasSocial, SocialItems } from '../../ui/SocialItems.tsx';
import { PhoneLink } from '../../ui/site/facts/PhoneLink.tsx';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type DataOf, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import { useSite } from '../useSite.ts';
import sheet from './ContactsPage.css?inline';

export { sheet };

export async function load({ reader }: LoaderInput) {
  const { read, errors, status } = reader;
  const [phones, hours, branches, exceptions] = await Promise.all([
    read(sitePhones),
    read(sitePhoneServiceHours),
    read(siteBranches),
    read(siteSpecialDays),
  ]);
  return withStatus(
    {
      phones: phones?.data ?? [],
      hours: hours?.data ?? [],
      branches: (branches?.data ?? []).map(({ uuid, name, time_zone }) => ({ uuid, name, time_zone })),
      exceptions: exceptions?.data ?? [],
      errors,
    },
    phones ? 200 : status(),
  );
}

export function head(): PageMeta {
  return {
    title: 'Contato',
    description: 'Endereço, telefones, e-mail, redes sociais e horário de atendimento.',
    path: '/contacts',
  };
}

type LoaderData = DataOf<typeof load>;

export default function ContactsPage({ data }: PageProps<typeof load>) {
  const { phones, hours, branches, exceptions } = data;
  const { information, settings } = useSite();
  return (
    <>
      <PageHead
        art="contato"
        title="Fale com a gente"
        text="Do jeito que for mais fácil: ligue, escreva ou passe aqui."
      />
      <SpecialDayNotices
        notices={settings ? branchNotices(exceptions, branches, (zone) => todayIn(settings, zone)) : []}
      />
      <div className="wrap sec contact">
        <div>
          <Place />
          {hours.length > 0 && <Hours hours={hours} />}
          {information && hasSocial(information) && (
            <section aria-labelledby="redes">
              <h2 className="d3" id="redes">
                Nas redes
              </h2>
              <ul className="soc soc-paper">
                <SocialItems links={information} />
              </ul>
            </section>
          )}
        </div>
        <section aria-labelledby="telefones">
          <h2 className="d3" id="telefones">
            Telefones
          </h2>
          {branches.length > 0 && <MyStorePanel />}
          {phones.length > 0 ? (
            <ul className="ruled">
              {phones.map((phone) => (
                <PhoneItem key={phone.uuid} phone={phone} />
              ))}
            </ul>
          ) : (
            <p className="lead">Os telefones voltam já. Enquanto isso, escreva para a gente.</p>
          )}
        </section>
      </div>
    </>
  );
}

function Place() {
  const { information, settings } = useSite();
  if (!information) {
    return settings?.fallback_address ? (
      <section aria-labelledby="endereco">
        <h2 className="d3" id="endereco">
          Endereço
        </h2>
        <address>{settings.fallback_address}</address>
      </section>
    ) : null;
  }
  const { road, number, complement, district, city, state, zip_code, reference, localization, email } =
    information;
  return (
    <section aria-labelledby="endereco">
      <h2 className="d3" id="endereco">
        Endereço
      </h2>
      <address>
        <b>
          {road}, {number}
        </b>
        {complement && `, ${complement}`}
        <br />
        {district}, {city}, {state}
        <br />
        CEP {formatZipCode(zip_code)}
        {reference && (
          <>
            <br />
            {reference}
          </>
        )}
      </address>
      <div className="acts">
        {localization && (
          <a className="btn btn-red" href={localization} target="_blank" rel="noopener">
            <Icon name="navigation" />
            Como chegar
          </a>
        )}
        <a className="btn btn-line" href={`mailto:${email}`}>
          <Icon name="mail" />
          {email}
        </a>
      </div>
    </section>
  );
}

function Hours({ hours }: { hours: LoaderData['hours'] }) {
  return (
    <section aria-labelledby="horarios">
      <h2 className="d3" id="horarios">
        Atendimento
      </h2>
      <dl className="ruled">
        {hours.map((line) => (
          <div key={line.uuid}>
            <dt>{formatServiceDays(line)}</dt>
            <dd className="end">
              {formatServiceTimes(line)}
              {formatServiceBreak(line) && <small>{formatServiceBreak(line)}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function PhoneItem({ phone }: { phone: LoaderData['phones'][number] }) {
  const { type, contact } = phone;
  const whatsapp = type.number === WHATSAPP;
  return (
    <li>
      <Icon name={whatsapp ? 'whatsapp' : 'phone'} />
      <div>
        <b>{contact}</b>
        <small>{type.text}</small>
      </div>
      <PhoneLink className="end" href={phoneHref(phone)} isConversation={whatsapp}>
        {phoneLabel(phone)}
      </PhoneLink>
    </li>
  );
}
