import { Logo } from '../brand/Logo.tsx';
import { formatCnpj, formatZipCode } from '../shared/text/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { SocialItems } from '../ui/SocialItems.tsx';
import { SiteLink } from '../ui/site/SiteLink.tsx';
import { legalLinks, menuOf } from './menu.ts';
import { useSite } from './useSite.ts';

export function SiteFooter() {
  const site = useSite();
  const { information, settings, whatsapp } = site;
  const cnpj = information?.cnpj ?? settings?.fallback_cnpj;
  return (
    <footer className="ft">
      <div className="awning" />
      <div className="wrap">
        <div className="g">
          <div>
            <Logo width={190} label={site.settings?.site_name} />
            <Address />
            <ul className="soc">
              {information && <SocialItems links={information} />}
              {whatsapp && (
                <li>
                  <a href={whatsapp.href} target="_blank" rel="noopener" aria-label="WhatsApp">
                    <Icon name="whatsapp" />
                  </a>
                </li>
              )}
            </ul>
          </div>
          {menuOf(site).map((group) => (
            <nav key={group.title} aria-label={`${group.title}, no rodapé`}>
              <h2>{group.title}</h2>
              <ul>
                {group.links.map((link) => (
                  <li key={link.label}>
                    <SiteLink href={link.href}>{link.label}</SiteLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="end">
          <span>
            {[information?.corporate_name, cnpj && `CNPJ ${formatCnpj(cnpj)}`].filter(Boolean).join(' · ')}
          </span>
          <ul>
            {legalLinks.map(({ href, label }) => (
              <li key={href}>
                <SiteLink href={href}>{label}</SiteLink>
              </li>
            ))}
          </ul>
          <span>Fotos ilustrativas. Beba com moderação.</span>
        </div>
      </div>
    </footer>
  );
}

function Address() {
  const { information, settings } = useSite();
  if (!information) return settings?.fallback_address ? <address>{settings.fallback_address}</address> : null;
  const { road, number, complement, district, city, state, zip_code, email } = information;
  return (
    <address>
      {[`${road}, ${number}`, complement, district].filter(Boolean).join(', ')}
      <br />
      {city}, {state} · CEP {formatZipCode(zip_code)}
      <br />
      <a href={`mailto:${email}`}>{email}</a>
    </address>
  );
}
