import type { Generated } from 'kysely';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { DeliveryState, OffReason } from './webhook.contract.ts';

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
  /** JSON of tables and of events. */
  resources: string;
  events: string;
  enabled: number;
  /** Sealed; empty once it is deleted. */
  secret: string;
  /** Who made it, and is told when it is switched off. */
  user_id: number | null;
  /** How many deliveries in a row were given up. */
  given_up: Generated<number>;
  off_reason: OffReason | null;
}

export interface DeliveryTable {
  id: Generated<number>;
  /** The receiver knows it by that, however often it comes. */
  uuid: string;
  webhook_id: number;
  type: string;
  /** The record that it tells of. */
  entity: string;
  entity_uuid: string;
  body: string;
  created_at: string;
  /** When its day began: when it was made, or when somebody asked for it again. */
  asked_at: string;
  state: DeliveryState;
  /** Whether it neither waits for the others nor keeps them waiting. */
  aside: Generated<number>;
  attempts: Generated<number>;
  next_at: string | null;
  tried_at: string | null;
  took_ms: number | null;
  status: number | null;
  answer: string | null;
  error: string | null;
}

/** One row: until when it was told what comes and goes by a day or an instant of its own. */
interface TurnTable {
  id: Generated<number>;
  told_until: string;
}
