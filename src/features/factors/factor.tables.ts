import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    authenticator_apps: AuthenticatorAppTable;
    factor_codes: FactorCodeTable;
    passkeys: PasskeyTable;
    passkey_challenges: PasskeyChallengeTable;
  }
}

/** One a person, at most. */
export interface AuthenticatorAppTable {
  id: Generated<number>;
  user_id: number;
  /** Sealed with the installation's key. */
  secret: string;
  /** The time step of the last code that was accepted: none of it or before it is again. */
  last_step: Generated<number>;
  created_at: string;
  /** When its first code was typed; null until then, and it counts for nothing. */
  confirmed_at: string | null;
}

/** Recovery codes that were not used yet. */
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
  /** As browsers name it, in base64url; the key likewise. */
  credential_id: string;
  public_key: string;
  /** How often it was used, where it counts; else 0. */
  counter: number;
  /** JSON of how browsers reach it. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface PasskeyChallengeTable {
  id: Generated<number>;
  challenge: string;
  purpose: 'sign-in' | 'second-factor' | 'confirm' | 'register';
  /** Whom it was made for; null where it is the passkey that says so. */
  user_id: number | null;
  expires_at: string;
}
