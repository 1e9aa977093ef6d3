import { inSentence } from '../../ui/format.ts';
import {
  DELIVERY_STATES,
  type Delivery,
  EVENTS,
  PROBLEMS,
  TELLABLE,
  TEST_TYPE,
  type WebhookEvent,
} from './webhook.contract.ts';

/** «Banners, Vagas e mais 3» */
export const resourcesInWords = (tables: readonly string[], most?: number): string =>
  tables.length === Object.keys(TELLABLE).length
    ? 'Tudo o que o site mostra'
    : inSentence(
        tables.map((table) => TELLABLE[table] ?? table),
        most,
      );

export const eventsInWords = (events: readonly string[]): string =>
  inSentence(events.map((event) => EVENTS[event as WebhookEvent] ?? event));

/** «banners.published» → «Banners: publicado» */
export function typeInWords(type: string): string {
  if (type === TEST_TYPE) return 'Teste';
  const [table = '', event = ''] = type.split('.');
  return `${TELLABLE[table] ?? table}: ${(EVENTS[event as WebhookEvent] ?? event).toLowerCase()}`;
}

const OF_STATUS: Readonly<Record<number, string>> = {
  401: 'O outro sistema não aceitou quem mandou (401).',
  403: 'O outro sistema não permitiu o envio (403).',
  404: 'O outro sistema não tem nada neste endereço (404).',
  410: 'O outro sistema respondeu que o endereço não existe mais (410).',
  429: 'O outro sistema pediu menos avisos de uma vez (429).',
};

/** What became of the last attempt; null before the first. */
export function outcomeInWords({ status, error }: Pick<Delivery, 'status' | 'error'>): string | null {
  if (error !== null) return PROBLEMS[error] ?? 'O envio não deu certo.';
  if (status === null) return null;
  if (status >= 200 && status < 300) return `O outro sistema recebeu (${status}).`;
  if (status >= 300 && status < 400)
    return `O endereço manda para outro lugar (${status}), e avisos não vão atrás. Use o endereço final.`;
  const known = OF_STATUS[status];
  if (known) return known;
  return status >= 500
    ? `O outro sistema falhou ao receber (${status}).`
    : `O outro sistema recusou o aviso (${status}).`;
}

export const stateInWords = ({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): string =>
  state === 'waiting' && attempts > 0 ? 'Vai tentar de novo' : DELIVERY_STATES[state];
