import { Clock, X } from 'lucide';
import { useId, useRef, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { FieldError, formPart, useField } from '../../../records/office/form/fields.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { WeekFields } from '../../openingHours/HoursField.tsx';
import type { WeekdayHours } from '../branch.contract.ts';
import { ServiceIcon } from '../ServiceIcon.tsx';
import { MAX_SERVICE_NOTE_LENGTH } from '../services.contract.ts';
import {
  type BranchService,
  SERVICE_NAMES,
  type ServiceName,
  serviceHours,
  serviceLabel,
} from '../services.ts';

interface ServicesValues {
  hours: WeekdayHours[];
  services: BranchService[];
}

/** Renders the services of a branch as checkboxes, and note and hours of each checked service. */
export function ServicesField<V extends ServicesValues>(props: { control: Control<V> }) {
  const control = formPart<ServicesValues, V>(props.control);
  const shell = useField({ control, name: 'services', label: 'Serviços' }, false);
  const { field } = useController({ control, name: 'services' });
  const usual = useController({ control, name: 'hours' }).field.value;
  const services = field.value;
  const errorId = `${shell.inputId}-error`;
  /** Messages of the contract begin with the label of the service (`services.contract.ts`). */
  const wrong = services.find(({ service }) => shell.error?.startsWith(`${serviceLabel(service)}:`))?.service;

  const used = services.map(({ service }) => service);
  const [showsAll, setShowsAll] = useState(used.length === 0);
  // A service that was in use stays listed when unchecked, so that a slip can be undone.
  const [listed, setListed] = useState<readonly ServiceName[]>(used);
  const detailed = services.filter(hasDetails).map(({ service }) => service);
  const [openRows, setOpenRows] = useState<readonly ServiceName[]>(detailed);
  const shown = SERVICE_NAMES.filter((name) => showsAll || listed.includes(name) || used.includes(name));
  const rows = services.filter(
    (one) => showsAll || hasDetails(one) || openRows.includes(one.service) || one.service === wrong,
  );
  const toggleAll = () => {
    setListed(used);
    setOpenRows(detailed);
    setShowsAll(!showsAll);
  };

  const change = (next: BranchService[]) =>
    field.onChange(SERVICE_NAMES.flatMap((name) => next.find(({ service }) => service === name) ?? []));
  const tick = (service: ServiceName, on: boolean) => {
    const others = services.filter((other) => other.service !== service);
    change(on ? [...others, { service, note: '', hours: [] }] : others);
  };
  const set = (service: ServiceName, part: Partial<BranchService>) =>
    change(services.map((one) => (one.service === service ? { ...one, ...part } : one)));

  return (
    // biome-ignore lint/a11y/useSemanticElements: the section's title already is the legend
    <div
      className="field"
      role="group"
      aria-label="Serviços da filial"
      aria-describedby={shell.error ? errorId : undefined}
      data-invalid={shell.error ? true : undefined}
      onBlur={field.onBlur}
    >
      <ul className="service-ticks" id={`${shell.inputId}-ticks`}>
        {shown.map((service, at) => (
          <li key={service}>
            <label className="check">
              <input
                type="checkbox"
                ref={at === 0 ? field.ref : undefined}
                checked={used.includes(service)}
                onChange={(event) => tick(service, event.target.checked)}
              />
              <ServiceIcon name={service} />
              {serviceLabel(service)}
            </label>
          </li>
        ))}
      </ul>
      {used.length > 0 && (
        <button
          type="button"
          className="service-more link"
          aria-expanded={showsAll}
          aria-controls={`${shell.inputId}-ticks`}
          onClick={toggleAll}
        >
          {showsAll ? 'Menos serviços' : 'Mais serviços'}
        </button>
      )}
      {rows.length > 0 && (
        <ul className="service-rows">
          {rows.map((one) => (
            <Row
              key={one.service}
              one={one}
              usual={usual}
              error={one.service === wrong ? { id: errorId, text: shell.error ?? '' } : undefined}
              onChange={(part) => set(one.service, part)}
            />
          ))}
        </ul>
      )}
      {!wrong && <FieldError id={errorId} text={shell.error} />}
      <p className="field-hint">
        Marque o que a filial tem. A observação e o horário aparecem abaixo; sem horário próprio, vale o da
        filial.
      </p>
    </div>
  );
}

const hasDetails = ({ note, hours }: BranchService) => Boolean(note) || hours.length > 0;

interface RowProps {
  one: BranchService;
  /** Hours of the branch, the initial value for a service with its own hours. */
  usual: readonly WeekdayHours[];
  error: { id: string; text: string } | undefined;
  onChange: (part: Partial<BranchService>) => void;
}

function Row({ one: { service, note, hours }, usual, error, onChange }: RowProps) {
  const label = serviceLabel(service);
  const own = hours.length > 0;
  const weekId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  // An invalid week stays open.
  const open = own && (isOpen || error !== undefined);
  const toggle = () => {
    setOpen(!open);
    if (open) return;
    if (!own) onChange({ hours: usual.length > 0 ? [...usual] : [{ weekday: 1, opens: '', closes: '' }] });
    requestAnimationFrame(() => first.current?.focus());
  };
  const end = () => {
    setOpen(false);
    onChange({ hours: [] });
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <li data-invalid={error ? true : undefined}>
      <p>
        <b>{label}</b>
        {own && !open && <small>{serviceHours(hours)}</small>}
      </p>
      <input
        className="input"
        aria-label={`${label}: observação`}
        aria-invalid={(error && (note ?? '').length > MAX_SERVICE_NOTE_LENGTH) || undefined}
        aria-describedby={error?.id}
        placeholder="Observação"
        autoComplete="off"
        value={note ?? ''}
        onChange={(event) => onChange({ note: event.target.value })}
      />
      <button
        ref={button}
        type="button"
        className="btn btn-line btn-s"
        aria-expanded={open}
        aria-controls={open ? weekId : undefined}
        onClick={toggle}
      >
        <Icon of={Clock} />
        {own && !open ? 'Mudar horário' : 'Horário próprio'}
        <span className="sr-only"> de {label}</span>
      </button>
      {error && <FieldError id={error.id} text={error.text} />}
      {open && (
        <div className="service-week" id={weekId}>
          <WeekFields
            of={label}
            hours={hours}
            invalid={error !== undefined}
            first={first}
            onChange={(next) => (next.length > 0 ? onChange({ hours: next }) : end())}
          />
          <button type="button" className="hours-repeat link" onClick={end}>
            <Icon of={X} />
            Abre e fecha com a filial
          </button>
        </div>
      )}
    </li>
  );
}
