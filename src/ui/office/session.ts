import { useSyncExternalStore } from 'react';
import { Failure } from '../../contract/failure.ts';
import { forgetPlaces } from './listPlace.ts';

/** Where a session starts. */

/** What the frame needs to know of the signed-in person. */
export interface SessionUser {
  name: string;
  email: string;
}

export interface Session {
  /** Outlives the window; null for a visitor. */
  token: string | null;
  /** Known after a sign-in or a validated token; kept in memory only. */
  user: SessionUser | null;
}

const TOKEN_KEY = 'vitrine.token';
const VISITOR: Session = { token: null, user: null };

let session: Session = VISITOR;
let started = false;
const listeners = new Set<() => void>();

/** Storage that is switched off (a hardened browser) leaves a session that lasts as long as the window. */
function storedToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

function storeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY);
    else localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // Kept in memory.
  }
}

function change(next: Session): void {
  session = next;
  if (next.token === null) delete document.documentElement.dataset.signedIn;
  else document.documentElement.dataset.signedIn = '';
  for (const listener of listeners) listener();
}

function start(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  change({ token: storedToken(), user: null });
  window.addEventListener('storage', (event) => {
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    const token = storedToken();
    if (token !== session.token) change({ token, user: null });
  });
}

export function getSession(): Session {
  start();
  return session;
}

function subscribe(listener: () => void): () => void {
  start();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession, () => VISITOR);
}

export function signIn(user: SessionUser, token: string): void {
  start();
  storeToken(token);
  change({ token, user });
}

/** The person behind the stored token, once the server has said who it is or the profile has changed. */
export function setUser(user: SessionUser): void {
  change({ ...getSession(), user });
}

/** Forgets the token. Only for a sign-out or a definite "no" of the server, never for an outage. */
export function signOut(): void {
  start();
  storeToken(null);
  forgetPlaces();
  change(VISITOR);
}

/** In the history's state of a way that somebody was asked about already: no screen asks again. */
export const CONFIRMED = { confirmed: true };

export function isConfirmed(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'confirmed' in state;
}

let reauthenticate: (() => Promise<boolean>) | undefined;
let asking: Promise<boolean> | undefined;

/**
 * Registers how a person whose session ended signs in again without leaving the screen; `ask` answers whether
 * they did. Answers the function that takes it back.
 */
export function setReauthenticate(ask: () => Promise<boolean>): () => void {
  reauthenticate = ask;
  return () => {
    if (reauthenticate === ask) reauthenticate = undefined;
  };
}

/** Makes `call`; when the session has ended, asks for a sign-in (once for all waiting calls) and goes on. */
export async function withReauth<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'unauthenticated') || !reauthenticate) throw error;
    asking ??= reauthenticate().finally(() => {
      asking = undefined;
    });
    if (!(await asking)) throw error;
    return call();
  }
}
