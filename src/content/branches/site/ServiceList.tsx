import { ServiceIcon } from '../ServiceIcon.tsx';
import {
  type BranchService,
  type ServiceName,
  serviceDetail,
  serviceHours,
  serviceLabel,
} from '../services.ts';

/** Renders all services of a branch, each with its hours and note. */
export const ServiceList = ({ services }: { services: readonly BranchService[] }) => (
  <ul className="services">
    {services.map((entry) => (
      <li key={entry.service}>
        <ServiceIcon name={entry.service} />
        <span>
          {serviceLabel(entry.service)}
          {serviceDetail(entry) && <small>{serviceDetail(entry)}</small>}
        </span>
      </li>
    ))}
  </ul>
);

const ON_CARD = 4;

interface OnCardProps {
  services: readonly BranchService[];
  /** Selected service, listed first and with its hours. */
  asked: ServiceName | null;
}

/** Renders the first few services and the number of the others. */
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
