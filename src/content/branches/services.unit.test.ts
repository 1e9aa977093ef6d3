import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  SERVICE_NAMES,
  serviceBySlug,
  serviceDetail,
  serviceHours,
  serviceSlug,
  servicesInWords,
} from './services.ts';

const on = (weekdays: number[], opens: string, closes: string) =>
  weekdays.map((weekday) => ({ weekday, opens, closes }));

test('gives each service its own address and drawing', () => {
  const drawings = readFileSync(new URL('services.svg', import.meta.url), 'utf8');
  for (const service of SERVICE_NAMES) {
    expect(serviceBySlug(serviceSlug(service))).toBe(service);
    expect(drawings).toContain(`<symbol id="${service}"`);
  }
  expect(new Set(SERVICE_NAMES.map(serviceSlug)).size).toBe(SERVICE_NAMES.length);
  expect(serviceSlug('atm')).toBe('caixa-eletronico');
  expect(serviceBySlug('constructor')).toBeUndefined();
});

test('formats hours briefly and omits days on which the service is closed', () => {
  expect(serviceHours(on([1, 2, 3, 4, 5, 6, 7], '06:00', '21:00'))).toBe('6h às 21h');
  const pharmacy = [...on([1, 2, 3, 4, 5], '08:00', '20:00'), ...on([6], '08:00', '14:00')];
  expect(serviceHours(pharmacy)).toBe('Segunda a sexta, 8h às 20h · Sábado, 8h às 14h');
  expect(serviceDetail({ service: 'bakery', hours: [], note: 'Pão às 7h' })).toBe('Pão às 7h');
  expect(
    servicesInWords([
      { service: 'pharmacy', hours: pharmacy.slice(0, 1), note: 'Com convênio' },
      { service: 'wifi', hours: [], note: null },
    ]),
  ).toBe('Farmácia: Segunda, 8h às 20h · Com convênio\nWi-Fi grátis');
});
