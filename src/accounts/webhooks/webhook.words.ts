import { capitalize, inSentence } from '../../shared/text/format.ts';
import {
  DELIVERY_PROBLEMS,
  DELIVERY_STATES,
  TEST_MESSAGE_TYPE,
  WEBHOOK_RESOURCES,
  type WebhookDelivery,
  type WebhookEvent,
} from './webhook.contract.ts';

/** «Banners, Vagas e mais 3» */
export const resourcesInWords = (tables: readonly string[], most?: number): string =>
  tables.length === Object.keys(WEBHOOK_RESOURCES).length
    ? 'Tudo o que o site mostra'
    : inSentence(
        tables.map((table) => WEBHOOK_RESOURCES[table] ?? table),
        most,
      );

const SHORT: Readonly<Record<WebhookEvent, string>> = { published: 'entra', changed: 'muda', removed: 'sai' };

/** «Entra, muda e sai» */
export const eventsInWords = (events: readonly string[]): string =>
  capitalize(inSentence(events.map((event) => SHORT[event as WebhookEvent] ?? event)));

const PAST: Readonly<Record<WebhookEvent, string>> = {
  published: 'entrou no site',
  changed: 'mudou no site',
  removed: 'saiu do site',
};

/** «banners.published» → «Banners: entrou no site» */
export function typeInWords(type: string): string {
  if (type === TEST_MESSAGE_TYPE) return 'Teste';
  const [table = '', event = ''] = type.split('.');
  return `${WEBHOOK_RESOURCES[table] ?? table}: ${PAST[event as WebhookEvent] ?? event}`;
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  401: 'O outro sistema não aceitou quem mandou (401).',
  403: 'O outro sistema não permitiu o envio (403).',
  404: 'O outro sistema não tem nada neste endereço (404).',
  410: 'O outro sistema respondeu que o endereço não existe mais (410).',
  429: 'O outro sistema pediu menos avisos de uma vez (429).',
};

/** Describes the outcome of the last attempt; null before the first. */
export function outcomeInWords({ status, error }: Pick<WebhookDelivery, 'status' | 'error'>): string | null {
  if (error !== null) return DELIVERY_PROBLEMS[error] ?? 'O envio não deu certo.';
  if (status === null) return null;
  if (status >= 200 && status < 300) return `O outro sistema recebeu (${status}).`;
  if (status >= 300 && status < 400)
    return `O endereço manda para outro lugar (${status}), e avisos não vão atrás. Use o endereço final.`;
  const known = STATUS_WORDS[status];
  if (known) return known;
  return status >= 500
    ? `O outro sistema falhou ao receber (${status}).`
    : `O outro sistema recusou o aviso (${status}).`;
}

export const stateInWords = ({ state, attempts }: Pick<WebhookDelivery, 'state' | 'attempts'>): string =>
  state === 'waiting' && attempts > 0 ? 'Vai tentar de novo' : DELIVERY_STATES[state];
