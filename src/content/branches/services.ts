import { slugOf } from '../../shared/text/fold.ts';
import type { WeekdayHours } from '../openingHours/hours.contract.ts';
import { hoursInWords } from '../openingHours/hoursInWords.ts';

// Kept apart from the contract, so that public pages load no validation code.

interface ServiceInfo {
  label: string;
  /** schema.org type of a service with its own hours, which is a shop within the shop. */
  store?: 'Bakery' | 'CafeOrCoffeeShop' | 'GasStation' | 'Pharmacy' | 'Restaurant' | 'Store';
}

/**
 * Services in the order in which shoppers see them: counters, arrival, comfort, ways to buy. A new service
 * needs a line here and a symbol of the same name in `services.svg`
 * (docs/decisions/0058-store-services-in-the-branch-record.md).
 */
export const SERVICES = {
  bakery: { label: 'Padaria', store: 'Bakery' },
  butcher: { label: 'Açougue', store: 'Store' },
  fish: { label: 'Peixaria', store: 'Store' },
  pharmacy: { label: 'Farmácia', store: 'Pharmacy' },
  cafe: { label: 'Café', store: 'CafeOrCoffeeShop' },
  restaurant: { label: 'Restaurante', store: 'Restaurant' },
  lottery: { label: 'Lotérica', store: 'Store' },
  atm: { label: 'Caixa eletrônico' },
  parking: { label: 'Estacionamento' },
  fuel: { label: 'Posto de combustível', store: 'GasStation' },
  charging: { label: 'Recarga de carro elétrico' },
  bicycles: { label: 'Bicicletário' },
  toilet: { label: 'Banheiro acessível' },
  wheelchair: { label: 'Cadeira de rodas' },
  changing: { label: 'Fraldário' },
  wifi: { label: 'Wi-Fi grátis' },
  pets: { label: 'Entrada de pets' },
  checkout: { label: 'Autoatendimento' },
  pickup: { label: 'Retirada na loja' },
  delivery: { label: 'Entrega em casa' },
  recycling: { label: 'Reciclagem' },
} as const satisfies Record<string, ServiceInfo>;
export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[];

export interface BranchService {
  service: ServiceName;
  note: string | null;
  /** Hours of its own; empty if it follows the branch. */
  hours: WeekdayHours[];
}

export const serviceLabel = (service: ServiceName): string => SERVICES[service].label;

/**
 * Returns the label for the middle of a sentence: «com farmácia», «com entrega em casa», «com Wi-Fi grátis».
 */
export const serviceInSentence = (service: ServiceName): string =>
  service === 'wifi' ? serviceLabel(service) : serviceLabel(service).toLowerCase();

export const schemaTypeOf = (service: ServiceName): ServiceInfo['store'] =>
  (SERVICES[service] as ServiceInfo).store;

/** Returns the label as addresses spell it: `caixa-eletronico`. */
export const serviceSlug = (service: ServiceName): string => slugOf(serviceLabel(service));

export const serviceBySlug = (slug: string): ServiceName | undefined =>
  SERVICE_NAMES.find((service) => serviceSlug(service) === slug);

/** Formats hours, without days on which the service is closed: `6h às 21h`, `Segunda a sábado, 8h às 20h`. */
export function serviceHours(hours: readonly WeekdayHours[]): string {
  const lines = hoursInWords(hours).filter(({ hours }) => hours !== 'fechada');
  return lines.map(({ days, hours }) => (days === 'Todos os dias' ? hours : `${days}, ${hours}`)).join(' · ');
}

/** Lists the services, each on a line. Skips stored ones that the product no longer has. */
export const servicesInWords = (services: readonly BranchService[]): string =>
  services
    .filter(({ service }) => service in SERVICES)
    .map((entry) => [serviceLabel(entry.service), serviceDetail(entry)].filter(Boolean).join(': '))
    .join('\n');

/** Returns hours and note, for display beside the label. */
export const serviceDetail = ({ hours, note }: BranchService): string =>
  [serviceHours(hours), note].filter(Boolean).join(' · ');
