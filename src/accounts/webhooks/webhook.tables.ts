import type { Generated } from 'kysely';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { DeliveryState, DisabledReason } from './webhook.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    webhooks: WebhookTable;
    webhook_deliveries: DeliveryTable;
    webhook_turns: TurnTable;
  }
}

export interface WebhookTable extends RecordColumns {
  name: string;
  name_key: string;
  search: string;
  address: string;
  /** JSON arrays of tables and of events. */
  resources: string;
  events: string;
  enabled: number;
  /** Encrypted; empty after deletion. */
  secret: string;
  /** Creator, who gets a mail when the webhook is disabled. */
  user_id: number | null;
  /** Number of consecutive deliveries that were given up. */
  given_up: Generated<number>;
  off_reason: DisabledReason | null;
}

export interface DeliveryTable {
  id: Generated<number>;
  /** Id for the receiver, the same in every attempt. */
  uuid: string;
  webhook_id: number;
  type: string;
  /** Table of the record that the message is about. */
  entity: string;
  entity_uuid: string;
  body: string;
  created_at: string;
  /** Beginning of the day of attempts: creation, or the last request to send it again. */
  asked_at: string;
  state: DeliveryState;
  /** 1 if the delivery neither waits for the queue nor blocks it. */
  aside: Generated<number>;
  attempts: Generated<number>;
  next_at: string | null;
  tried_at: string | null;
  took_ms: number | null;
  status: number | null;
  answer: string | null;
  error: string | null;
}

/** A single row: the instant up to which events caused by dates have been reported. */
interface TurnTable {
  id: Generated<number>;
  told_until: string;
}
