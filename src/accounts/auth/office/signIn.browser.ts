import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { getSession, setUser, signIn, signOut, useSession } from '../../../records/office/session.ts';
import { BACK_OFFICE, DASHBOARD } from '../../../shared/addresses.ts';
import type { Assertion } from '../../twoFactor/passkey.schemas.ts';
import { login, logout, type User, validateToken } from '../auth.contract.ts';

/** Timeout of a sign-out on the server. */
const LOGOUT_TIMEOUT_MS = 5000;

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

/**
 * Ends the session in this browser at once, then on the server. In this order no call of this window uses a
 * token that the server has ended already.
 */
export function signOutWithServer(): void {
  const { token } = getSession();
  signOut();
  if (token === null) return;
  const options = { keepalive: true, signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS) };
  callEndpoint(logout, { body: { token } }, options).catch(() => {
    // The session on the server expires by itself.
  });
}

/**
 * Asks the server whether the stored token is still valid. Signs out and returns true only if the server says
 * that it is not; an outage says nothing about the token.
 */
export async function isSessionInvalid(): Promise<boolean> {
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

/** Verifies a stored token at the start and, after an outage, on the next page. */
export function useSessionCheck(onDead?: () => void): void {
  const { token, confirmed } = useSession();
  const { key } = useLocation();
  const unknown = token !== null && !confirmed;
  const latest = useRef(onDead);
  useEffect(() => {
    latest.current = onDead;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again on each page and for each token
  useEffect(() => {
    if (!unknown) return;
    let current = true;
    isSessionInvalid().then((dead) => dead && current && latest.current?.());
    return () => {
      current = false;
    };
  }, [unknown, token, key]);
}

/**
 * Returns the destination after the sign-in: the back-office screen that asked for it, never another site.
 */
export function destinationOf(next: string | null, origin: string): string {
  if (next === null || !URL.canParse(next, origin)) return DASHBOARD;
  const url = new URL(next, origin);
  const within = url.pathname === BACK_OFFICE || url.pathname.startsWith(`${BACK_OFFICE}/`);
  return url.origin === origin && within ? url.pathname + url.search + url.hash : DASHBOARD;
}
