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
  /** Normalized e-mail address; unique among accounts that are not deleted. */
  email_key: string;
  password_hash: string;
  /** A built-in role, or the uuid of a custom role. */
  role: string;
  /** JSON array of branch uuids, for roles restricted to branches. */
  branches: string | null;
  /** Time since when the account is disabled. */
  disabled_at: string | null;
  /** Time of a pending invitation. */
  invited_at: string | null;
  /** Expiry of a generated password; null for a password that the user chose. */
  password_until: string | null;
  /** Small square picture as a `data:` URL. */
  photo: string | null;
  /** Empty string: never signed in. */
  last_login_at: Generated<string>;
  search: string;
  name_key: string;
}

export interface SessionTable {
  id: Generated<number>;
  user_id: number;
  token_hash: string;
  /**
   * Hash of the secret that only opens pages; null for a session created before this column, until it is
   * used.
   */
  page_key_hash: string | null;
  created_at: string;
  last_used_at: string;
  /** Display name of the browser; null for a session created before this column. */
  browser: string | null;
  /** Time since when the session is known to be used from two places at once. */
  shared_at: string | null;
  /** Absolute expiry; the idle expiry follows from `last_used_at`. */
  expires_at: string;
}

/** A browser that a user has signed in with. */
export interface DeviceTable {
  id: Generated<number>;
  user_id: number;
  /** Hash of the secret in the browser's cookie. */
  mark: string;
  browser: string;
  created_at: string;
  last_used_at: string;
}

export interface RecoveryCodeTable {
  id: Generated<number>;
  user_id: number;
  /**
   * `mail` is the code that was sent, `reset` the token that it was exchanged for, `invite` an invitation's
   * token.
   */
  kind: 'mail' | 'reset' | 'invite';
  hash: string;
  created_at: string;
  expires_at: string;
}
