import type { ReactNode } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import type { CityChoice, ServiceChoice } from '../branch.selection.ts';
import { type ServiceName, serviceLabel, serviceSlug } from '../services.ts';

interface Props {
  cities: readonly CityChoice[];
  city: string | null;
  services: readonly ServiceChoice[];
  service: ServiceName | null;
  /** Whether any branch has coordinates. */
  placed: boolean;
  /** True behind a dialog, where it cannot be used. */
  behind: boolean;
}

/** Filters by city and service with a form that works without script. Distance needs the visitor's location. */
export function BranchFinder({ placed, ...choices }: Props) {
  return (
    <div className="finder">
      {(choices.cities.length > 1 || choices.services.length > 0) && <Choices {...choices} />}
      {placed && (
        <button
          type="button"
          className={`btn btn-line near-me needs-script ${choices.behind ? '' : 'waits'}`}
          aria-pressed={false}
        >
          <Icon name="locate-fixed" />
          Mais perto de mim
        </button>
      )}
    </div>
  );
}

function Choices({ cities, city, services, service, behind }: Omit<Props, 'placed'>) {
  const chosen = cities.some((choice) => choice.city === city) ? (city ?? '') : '';
  return (
    <form action="/branches" method="get" autoComplete="off" data-finder={behind ? undefined : 'city'}>
      {cities.length > 1 && (
        <Pick name="cidade" label="Cidade" all="Todas" chosen={chosen}>
          {cities.map(({ city: name, count }) => (
            <option key={name} value={name}>
              {name}
              {count > 1 && ` (${count})`}
            </option>
          ))}
        </Pick>
      )}
      {services.length > 0 && (
        <Pick name="servico" label="Com" all="Qualquer serviço" chosen={service ? serviceSlug(service) : ''}>
          {services.map(({ service: option, count }) => (
            <option key={option} value={serviceSlug(option)}>
              {`${serviceLabel(option)} (${count})`}
            </option>
          ))}
        </Pick>
      )}
      <button type="submit" className="btn btn-red">
        Mostrar
      </button>
    </form>
  );
}

interface PickProps {
  /** Name of the query parameter. */
  name: string;
  label: string;
  /** Label of the empty option. */
  all: string;
  chosen: string;
  children: ReactNode;
}

function Pick({ name, label, all, chosen, children }: PickProps) {
  return (
    <div className="pick">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={chosen}>
        <option value="">{all}</option>
        {children}
      </select>
      <Icon name="chevron-down" />
    </div>
  );
}
