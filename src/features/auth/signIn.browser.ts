import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { DASHBOARD, OFFICE } from '../../contract/addresses.ts';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { getSession, setUser, signIn, signOut, useSession } from '../../ui/office/session.ts';
import type { Assertion } from '../factors/passkey.schemas.ts';
import { login, logout, type User, validateToken } from './auth.contract.ts';

/** A sign-out that nobody answers must not keep a person signed in. */
const LOGOUT_PATIENCE_MS = 5000;

export interface Credentials {
  email: string;
  password: string;
  otp?: string | undefined;
  passkey?: Assertion | undefined;
}

export async function signInWith({ email, password, otp, passkey }: Credentials): Promise<User> {
  const { token: replaces } = getSession();
  const body = { email, password, ...(otp && { otp }), ...(passkey && { passkey }), replaces };
  const { data } = await callEndpoint(login, { body });
  signIn(data.user, data.token.access_token, data.token.expires_at);
  return data.user;
}

/** Ends the session here whatever the server answers. */
export async function leave(): Promise<void> {
  const { token } = getSession();
  try {
    if (token !== null) {
      await callEndpoint(logout, { body: { token } }, { signal: AbortSignal.timeout(LOGOUT_PATIENCE_MS) });
    }
  } catch {
    // The session that could not be ended there dies of its own expiry.
  } finally {
    signOut();
  }
}

/**
 * Asks whose the stored token is. Only a definite "nobody's" forgets it and answers true; an outage says nothing
 * about the token.
 */
export async function isSessionDead(): Promise<boolean> {
  const { token } = getSession();
  if (token === null) return false;
  try {
    const { data } = await callEndpoint(validateToken, { body: { token } });
    if (getSession().token !== token) return false;
    if (data.user) setUser(data.user);
    else signOut();
    return data.user === null;
  } catch {
    return false;
  }
}

/** Learns who is behind a stored token, at the start and, after an outage, with the next page. */
export function useSessionCheck(onDead?: () => void): void {
  const { token, confirmed } = useSession();
  const { key } = useLocation();
  const unknown = token !== null && !confirmed;
  const latest = useRef(onDead);
  useEffect(() => {
    latest.current = onDead;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page and each token is a reason to ask again
  useEffect(() => {
    if (!unknown) return;
    let current = true;
    isSessionDead().then((dead) => dead && current && latest.current?.());
    return () => {
      current = false;
    };
  }, [unknown, token, key]);
}

/** Where to go after the sign-in: back to the screen that asked for it, never to another site. */
export function destinationOf(next: string | null, origin: string): string {
  if (next === null || !URL.canParse(next, origin)) return DASHBOARD;
  const url = new URL(next, origin);
  const within = url.pathname === OFFICE || url.pathname.startsWith(`${OFFICE}/`);
  return url.origin === origin && within ? url.pathname + url.search + url.hash : DASHBOARD;
}
