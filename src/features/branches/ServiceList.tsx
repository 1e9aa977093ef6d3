import { ServiceIcon } from './ServiceIcon.tsx';
import {
  type BranchService,
  type ServiceName,
  serviceDetail,
  serviceHours,
  serviceLabel,
} from './services.ts';

/** All that a branch offers, each with its hours and its note. */
export const ServiceList = ({ services }: { services: readonly BranchService[] }) => (
  <ul className="services">
    {services.map((one) => (
      <li key={one.service}>
        <ServiceIcon name={one.service} />
        <span>
          {serviceLabel(one.service)}
          {serviceDetail(one) && <small>{serviceDetail(one)}</small>}
        </span>
      </li>
    ))}
  </ul>
);

const ON_CARD = 4;

interface OnCardProps {
  services: readonly BranchService[];
  /** The one that was asked for, which comes first and says its hours. */
  asked: ServiceName | null;
}

/** The first of them, and how many more there are. */
export function ServicesOnCard({ services, asked }: OnCardProps) {
  if (services.length === 0) return null;
  const first = services.filter(({ service }) => service === asked);
  const shown = [...first, ...services.filter(({ service }) => service !== asked)].slice(0, ON_CARD);
  const more = services.length - shown.length;
  return (
    <ul className="services services-few" aria-label="Serviços">
      {shown.map(({ service, hours }) => (
        <li key={service}>
          <ServiceIcon name={service} />
          {service === asked && hours.length > 0
            ? `${serviceLabel(service)}, ${serviceHours(hours).toLowerCase()}`
            : serviceLabel(service)}
        </li>
      ))}
      {more > 0 && <li>{more === 1 ? 'e mais 1' : `e mais ${more}`}</li>}
    </ul>
  );
}
