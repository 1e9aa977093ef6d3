import { siteBranches } from '../features/branches/branch.contract.ts';
import { MyStorePanel } from '../features/branches/MyStorePanel.tsx';
import { siteExceptions } from '../features/exceptions/exception.contract.ts';
import { Notices } from '../features/exceptions/Notices.tsx';
import { branchNotices } from '../features/exceptions/specialDays.ts';
import { siteOfficeHours } from '../features/officeHours/officeHours.contract.ts';
import { officeBreak, officeDays, officeTimes } from '../features/officeHours/officeHours.words.ts';
import { sitePhones } from '../features/phones/phone.contract.ts';
import { WHATSAPP } from '../features/phones/phone.types.ts';
import { phoneHref, phoneLabel } from '../features/phones/phone.words.ts';
import { todayIn } from '../features/settings/settings.contract.ts';
import { formatZipCode } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { hasSocial, SocialItems } from '../ui/SocialItems.tsx';
import { PhoneLink } from '../ui/site/facts/PhoneLink.tsx';
import sheet from './ContactsPage.css?inline';
import type { PageMeta } from './meta.ts';
import { PageHead } from './PageHead.tsx';
import { type Asked, type DataOf, loaded, type PageProps } from './page.ts';
import { useSite } from './useSite.ts';

export { sheet };

export async function load({ reader }: Asked) {
  const { read, errors, status } = reader;
  const [phones, hours, branches, exceptions] = await Promise.all([
    read(sitePhones),
    read(siteOfficeHours),
    read(siteBranches),
    read(siteExceptions),
  ]);
  return loaded(
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
      <PageHead title="Fale com a gente" text="Do jeito que for mais fácil: ligue, escreva ou passe aqui." />
      <Notices
        notices={settings ? branchNotices(exceptions, branches, (zone) => todayIn(settings, zone)) : []}
      />
      <div className="wrap sec contact">
        <div>
          <Place />
          {hours.length > 0 && <Hours hours={hours} />}
          {information && hasSocial(information) && (
            <section aria-labelledby="redes">
              <h2 className="d2" id="redes">
                Nas redes
              </h2>
              <ul className="soc soc-paper">
                <SocialItems links={information} />
              </ul>
            </section>
          )}
        </div>
        <section aria-labelledby="telefones">
          <h2 className="d2" id="telefones">
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
        <h2 className="d2" id="endereco">
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
      <h2 className="d2" id="endereco">
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
      <h2 className="d2" id="horarios">
        Atendimento
      </h2>
      <dl className="ruled">
        {hours.map((line) => (
          <div key={line.uuid}>
            <dt>{officeDays(line)}</dt>
            <dd className="end">
              {officeTimes(line)}
              {officeBreak(line) && <small>{officeBreak(line)}</small>}
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
