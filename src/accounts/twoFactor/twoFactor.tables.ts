import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    authenticator_apps: AuthenticatorAppTable;
    factor_codes: FactorCodeTable;
    passkeys: PasskeyTable;
    passkey_challenges: PasskeyChallengeTable;
  }
}

/** Columns of authenticator apps, at most one per person. */
export interface AuthenticatorAppTable {
  id: Generated<number>;
  user_id: number;
  /** Secret, sealed with the key of the installation. */
  secret: string;
  /** Time step of the last accepted code. Codes of this step or earlier ones are rejected. */
  last_step: Generated<number>;
  created_at: string;
  /** Time of the first accepted code; null until then, and the app has no effect. */
  confirmed_at: string | null;
}

/** Columns of unused recovery codes. Using a code deletes its row. */
export interface FactorCodeTable {
  id: Generated<number>;
  user_id: number;
  hash: string;
  created_at: string;
}

export interface PasskeyTable {
  id: Generated<number>;
  uuid: string;
  user_id: number;
  /** Credential id of WebAuthn in base64url, like `public_key`. */
  credential_id: string;
  public_key: string;
  /** Signature counter; 0 for passkeys that do not count. */
  counter: number;
  /** JSON array of WebAuthn transports. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface PasskeyChallengeTable {
  id: Generated<number>;
  challenge: string;
  purpose: 'sign-in' | 'second-factor' | 'confirm' | 'register';
  /** User for whom the challenge was created; null for a sign-in, where the passkey identifies the user. */
  user_id: number | null;
  expires_at: string;
}
