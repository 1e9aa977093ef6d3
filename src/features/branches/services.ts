import { slugOf } from '../../contract/fold.ts';
import type { WeekdayHours } from './hours.contract.ts';
import { hoursInWords } from './hoursInWords.ts';

// What public pages know of services, apart from the contract, so that they need no validation code.

interface Known {
  label: string;
  /** What it is to machines (schema.org) where it has hours of its own: a shop within the shop. */
  store?: 'Bakery' | 'CafeOrCoffeeShop' | 'GasStation' | 'Pharmacy' | 'Restaurant' | 'Store';
}

/**
 * In the order in which shoppers read them: counters first, then how to come, what makes it easy, and ways to buy. A
 * line here and a drawing of the same name in `services.svg` make another (docs/decisions/0058-services-of-a-branch.md).
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
} as const satisfies Record<string, Known>;
export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[];

export interface BranchService {
  service: ServiceName;
  note: string | null;
  /** Its own; none where it is open as the branch is. */
  hours: WeekdayHours[];
}

export const serviceLabel = (service: ServiceName): string => SERVICES[service].label;

/** Behind a preposition: «com farmácia», «com entrega em casa», «com Wi-Fi grátis». */
export const serviceInSentence = (service: ServiceName): string =>
  service === 'wifi' ? serviceLabel(service) : serviceLabel(service).toLowerCase();

export const storeOf = (service: ServiceName): Known['store'] => (SERVICES[service] as Known).store;

/** As addresses have it: `caixa-eletronico`. */
export const serviceSlug = (service: ServiceName): string => slugOf(serviceLabel(service));

export const serviceOf = (slug: string): ServiceName | undefined =>
  SERVICE_NAMES.find((service) => serviceSlug(service) === slug);

/** `6h às 21h`, `Segunda a sábado, 8h às 20h`; a day that is not named is one on which it is closed. */
export function serviceHours(hours: readonly WeekdayHours[]): string {
  const lines = hoursInWords(hours).filter(({ hours }) => hours !== 'fechada');
  return lines.map(({ days, hours }) => (days === 'Todos os dias' ? hours : `${days}, ${hours}`)).join(' · ');
}

/** One a line. */
export const servicesInWords = (services: readonly BranchService[]): string =>
  services
    .map((one) => [serviceLabel(one.service), serviceDetail(one)].filter(Boolean).join(': '))
    .join('\n');

/** What is said of it beside its name: its hours, and its note. */
export const serviceDetail = ({ hours, note }: BranchService): string =>
  [serviceHours(hours), note].filter(Boolean).join(' · ');
