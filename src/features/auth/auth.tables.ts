import type { Generated } from 'kysely';
import type { RecordColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    users: UserTable;
    sessions: SessionTable;
    recovery_codes: RecoveryCodeTable;
    devices: DeviceTable;
  }
}

export interface UserTable extends RecordColumns {
  name: string;
  email: string;
  /** The address as compared; unique among the accounts that are not deleted. */
  email_key: string;
  password_hash: string;
  /** A role that is built in, or the uuid of one of the chain's own. */
  role: string;
  /** JSON of the uuids of the branches that they see to, where their role keeps them to some. */
  branches: string | null;
  /** Since when there is no way in. */
  disabled_at: string | null;
  /** Since when an invitation waits for them to choose a password. */
  invited_at: string | null;
  /** Until when a password that was printed opens; null of one that is theirs alone. */
  password_until: string | null;
  /** A small square, as the address `data:…` of itself. */
  photo: string | null;
  /** Empty for never. */
  last_login_at: Generated<string>;
  search: string;
  name_key: string;
}

export interface SessionTable {
  id: Generated<number>;
  user_id: number;
  token_hash: string;
  /** Of the secret that opens pages alone; null until a session of former times is asked for. */
  page_key_hash: string | null;
  created_at: string;
  last_used_at: string;
  /** What the browser calls itself, in words; null for a session of former times. */
  browser: string | null;
  /** Since when it is known to be used from two places at once. */
  shared_at: string | null;
  /** The absolute end; the idle one follows from `last_used_at`. */
  expires_at: string;
}

/** A browser that a person has signed in with. */
export interface DeviceTable {
  id: Generated<number>;
  user_id: number;
  /** Of the secret that it keeps. */
  mark: string;
  browser: string;
  created_at: string;
  last_used_at: string;
}

export interface RecoveryCodeTable {
  id: Generated<number>;
  user_id: number;
  /** `mail` is the code that was sent, `reset` what it was exchanged for, `invite` what an invitation carries. */
  kind: 'mail' | 'reset' | 'invite';
  hash: string;
  created_at: string;
  expires_at: string;
}
