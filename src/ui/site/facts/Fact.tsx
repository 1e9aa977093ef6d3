import type { ReactNode } from 'react';
import { callLink, formatPhone } from '../../../shared/text/phone.ts';
import { Icon, type IconName } from '../../Icon.tsx';
import { PhoneLink } from './PhoneLink.tsx';

/** Renders one fact about a place, within `.facts`: an icon, its label for screen readers, and the value. */
export function Fact({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <div className="fact">
      <Icon name={icon} />
      <div>
        <span className="sr-only">{label}: </span>
        {children}
      </div>
    </div>
  );
}

/** Renders the phone numbers that are set, each as a link if it is a single number. */
export function PhonesFact({ phones }: { phones: readonly (string | null)[] }) {
  const existing = phones.filter((phone): phone is string => Boolean(phone));
  return (
    existing.length > 0 && (
      <Fact icon="phone" label="Telefones">
        {existing.map((phone) => (
          <PhoneLink key={phone} className="line" href={callLink(phone)}>
            {formatPhone(phone)}
          </PhoneLink>
        ))}
      </Fact>
    )
  );
}

export function EmailFact({ email }: { email: string }) {
  return (
    <Fact icon="mail" label="E-mail">
      <a className="line" href={`mailto:${email}`}>
        {email}
      </a>
    </Fact>
  );
}
