import { z } from 'zod';
import { resources } from '../../content/resources.ts';
import { data, endpoint, json, messageResponse, savedResponse, uuidParams } from '../../shared/endpoint.ts';
import { expectedVersion, requiredName, requiredText } from '../../shared/fields.ts';
import { listQuery, listResponse } from '../../shared/list.ts';
import type { Resource } from '../../shared/resource.ts';
import { webhookAddressProblem } from '../../shared/webhookAddress.ts';

declare module '../../shared/permissions.ts' {
  interface Areas {
    webhooks: true;
  }
}

/** Resources that a webhook can report, by table. Personal data is excluded. */
export const WEBHOOK_RESOURCES: Readonly<Record<string, string>> = Object.fromEntries(
  (resources as readonly Resource[])
    .filter(({ personal }) => !personal)
    .map(({ table, office }) => [table, office.menu.label]),
);

export const WEBHOOK_EVENTS = {
  published: 'Entra no site',
  changed: 'Muda no site',
  removed: 'Sai do site',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;

/** Type of a test message, in place of `<resource>.<event>`. */
export const TEST_MESSAGE_TYPE = 'webhooks.test';

const someOf = (known: object, message: string) =>
  z
    .array(z.enum(Object.keys(known) as [string, ...string[]], message), message)
    .min(1, message)
    .max(Object.keys(known).length, message);

export const webhookInput = z.object({
  name: requiredName('o nome do webhook', 80),
  address: requiredText('o endereço', 500).superRefine((address, context) => {
    const message = webhookAddressProblem(address);
    if (message) context.addIssue({ code: 'custom', message });
  }),
  resources: someOf(WEBHOOK_RESOURCES, 'Escolha pelo menos um conteúdo.'),
  events: someOf(WEBHOOK_EVENTS, 'Escolha pelo menos um acontecimento.'),
  enabled: z.boolean('Diga se ele fica ligado.').default(true),
  version: expectedVersion,
});
export type WebhookInput = z.output<typeof webhookInput>;

/** Reasons why the product disabled a webhook. */
export const DISABLED_REASONS = {
  gone: 'O endereço respondeu que não existe mais (410).',
  given_up: 'Cinco avisos seguidos não chegaram, cada um tentado por um dia.',
} as const;
export type DisabledReason = keyof typeof DISABLED_REASONS;

export const webhook = z.object({
  uuid: z.string(),
  name: z.string(),
  address: z.string(),
  resources: z.array(z.string()),
  events: z.array(z.string()),
  enabled: z.boolean(),
  off_reason: z.enum(Object.keys(DISABLED_REASONS) as [DisabledReason, ...DisabledReason[]]).nullable(),
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Webhook = z.output<typeof webhook>;

export const DELIVERY_STATES = {
  waiting: 'Na fila',
  sent: 'Entregue',
  failed: 'Não chegou',
  canceled: 'Não enviado',
} as const;
export type DeliveryState = keyof typeof DELIVERY_STATES;

/** Reasons why there is no response, in words. */
export const DELIVERY_PROBLEMS: Readonly<Record<string, string>> = {
  refused_address: 'O endereço leva a uma rede interna, para onde nada é enviado.',
  unknown_name: 'O nome do endereço não foi encontrado na internet.',
  certificate: 'O certificado do endereço não é válido.',
  timeout: 'Não houve resposta em 5 segundos.',
  connection: 'Não foi possível conectar, ou a conexão caiu.',
  secret: 'O segredo não pôde ser lido nesta instalação. Faça um novo.',
};

export const webhookDelivery = z.object({
  uuid: z.string(),
  /** «banners.published» */
  type: z.string(),
  created_at: z.string(),
  state: z.enum(Object.keys(DELIVERY_STATES) as [DeliveryState, ...DeliveryState[]]),
  attempts: z.number(),
  /** Instant of the next attempt; null if there is none. */
  next_at: z.string().nullable(),
  /** Result of the last attempt, up to `error`. */
  tried_at: z.string().nullable(),
  took_ms: z.number().nullable(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  body: z.string(),
  answer: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const withSecret = z.object({
  data: z.object({
    message: z.string(),
    uuid: z.string(),
    version: z.number(),
    /** Shown in this response only. */
    secret: z.string(),
  }),
});

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/admin/webhooks',
  summary: 'Lista os webhooks',
  needs: 'webhooks.read',
  query: listQuery(['name']),
  answers: { 200: listResponse(webhook) },
});

export const getWebhook = endpoint({
  method: 'GET',
  path: '/admin/webhooks/details/:uuid',
  summary: 'Mostra um webhook',
  needs: 'webhooks.read',
  params: uuidParams,
  answers: { 200: data(webhook) },
});

export const storeWebhook = endpoint({
  method: 'POST',
  path: '/admin/webhooks/store',
  summary: 'Cria um webhook; o segredo vem só nesta resposta',
  needs: 'webhooks.write',
  body: json(webhookInput),
  confirms: 'always',
  answers: { 201: withSecret },
  secret: 'secret',
});

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/admin/webhooks/update/:uuid',
  summary: 'Altera um webhook; desligado, o que está na fila não é mais enviado',
  needs: 'webhooks.write',
  params: uuidParams,
  body: json(webhookInput),
  confirms: 'sometimes',
  answers: { 200: savedResponse },
});

export const destroyWebhook = endpoint({
  method: 'DELETE',
  path: '/admin/webhooks/destroy/:uuid',
  summary: 'Exclui um webhook e o registro dos envios dele',
  needs: 'webhooks.write',
  params: uuidParams,
  answers: { 200: messageResponse },
});

export const renewSecret = endpoint({
  method: 'POST',
  path: '/admin/webhooks/secret/:uuid',
  summary: 'Faz um segredo novo, que vem só nesta resposta; o de antes deixa de valer',
  needs: 'webhooks.write',
  params: uuidParams,
  body: json(z.object({})),
  confirms: 'always',
  answers: { 200: withSecret },
  secret: 'secret',
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/admin/webhooks/test/:uuid',
  summary: 'Manda um aviso de teste',
  needs: 'webhooks.write',
  params: uuidParams,
  answers: { 200: messageResponse },
  failures: ['conflict', 'too_many'],
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/admin/webhooks/deliveries/:uuid',
  summary: 'Lista os envios de um webhook, do mais novo ao mais velho',
  needs: 'webhooks.read',
  params: uuidParams,
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).catch(1),
    state: z
      .enum(Object.keys(DELIVERY_STATES) as [DeliveryState, ...DeliveryState[]])
      .optional()
      .catch(undefined),
  }),
  answers: { 200: listResponse(webhookDelivery) },
});

export const resendDelivery = endpoint({
  method: 'POST',
  path: '/admin/webhooks/resend/:uuid',
  summary: 'Envia de novo um aviso, com o mesmo código e o mesmo corpo',
  needs: 'webhooks.write',
  params: uuidParams,
  answers: { 200: messageResponse },
  failures: ['conflict', 'too_many'],
});
