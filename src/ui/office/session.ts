import { use, useSyncExternalStore } from 'react';
import { Failure } from '../../contract/failure.ts';
import { FirstScreen } from '../asks.ts';
import type { Reader } from '../reader.ts';
import { forgetPersonalDrafts } from './draft/drafts.ts';
import { forgetPlaces } from './listPlace.ts';

/** Where a session starts. */

/** What the frame needs to know of the signed-in person. */
export type SessionUser = Reader;

export interface Session {
  /** Outlives the window; null for a visitor. */
  token: string | null;
  /** Known after a sign-in or a validated token, or from a page that was made for them; kept in memory only. */
  user: SessionUser | null;
  /** Whether the server said in this window that the token is theirs. */
  confirmed: boolean;
}

const TOKEN_KEY = 'vitrine.token';
/** Whose token it is: a page made for somebody else is not shown (asks.ts). */
const READER_KEY = 'vitrine.reader';
/** When its session ends, however much it is used; with the token, for another may have come from elsewhere. */
const ENDS_KEY = 'vitrine.ends';
/** A machine that slept does not count that time: the clock is looked at again. */
const LOOK_MS = 30_000;
const VISITOR: Session = { token: null, user: null, confirmed: false };

let session: Session = VISITOR;
let started = false;
/** Ended under a screen, which is hidden until its person is back. */
let over: Session | null = null;
/** Whose drafts about people may stay; undefined before the start. */
let draftsOf: string | null | undefined;
let looking: ReturnType<typeof setTimeout> | undefined;
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
    if (token === null) {
      localStorage.removeItem(TOKEN_KEY);
      localStorage.removeItem(READER_KEY);
      localStorage.removeItem(ENDS_KEY);
    } else localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // Kept in memory.
  }
}

function storeReader({ uuid }: SessionUser, token: string | null): void {
  try {
    if (token !== null && token === storedToken()) localStorage.setItem(READER_KEY, `${uuid} ${token}`);
  } catch {
    // As above.
  }
}

/** Whom the page says that it was made for; the script at its head has seen to it that they are here. */
function readerOfPage(): SessionUser | null {
  const script = document.querySelector<HTMLElement>('script[data-reader]');
  return JSON.parse(script?.dataset.reader ?? 'null') as SessionUser | null;
}

let asArrived: Session | undefined;

/** What the page was rendered with, for its first render here. */
function arrivedSession(): Session {
  asArrived ??= { ...VISITOR, user: readerOfPage() };
  return asArrived;
}

function change(next: Session): void {
  session = next;
  const mayStay = next.token === null ? null : (next.user?.uuid ?? draftsOf);
  if (mayStay !== draftsOf) forgetPersonalDrafts(mayStay ?? null).catch(() => {});
  draftsOf = mayStay;
  if (over && next.token !== over.token && next.user && next.user.uuid === over.user?.uuid) showAgain();
  if (next.token === null) delete document.documentElement.dataset.signedIn;
  else document.documentElement.dataset.signedIn = '';
  for (const listener of listeners) listener();
}

function showAgain(): void {
  over = null;
  delete document.documentElement.dataset.ended;
}

function storeEnd(token: string, endsAt: string | undefined): void {
  // A clock that is so far ahead knows nothing of it.
  if (!endsAt || Date.parse(endsAt) <= Date.now()) return;
  try {
    localStorage.setItem(ENDS_KEY, `${endsAt} ${token}`);
  } catch {
    // As above.
  }
}

/** Sees to it that a session is over when its time is, though nobody asks the server. */
function lookAtClock(): void {
  clearTimeout(looking);
  const { token } = session;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(ENDS_KEY);
  } catch {
    // As above.
  }
  const [endsAt = '', of] = stored?.split(' ') ?? [];
  if (token === null || of !== token) return;
  const left = Date.parse(endsAt) - Date.now();
  if (left <= 0) sessionEnded(token);
  else looking = setTimeout(lookAtClock, Math.min(left, LOOK_MS));
}

function start(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  const token = storedToken();
  change({ token, user: token === null ? null : arrivedSession().user, confirmed: false });
  window.addEventListener('storage', (event) => {
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    const token = storedToken();
    if (token !== session.token) change({ token, user: null, confirmed: false });
  });
  window.addEventListener('focus', lookAtClock);
  lookAtClock();
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
  const screen = use(FirstScreen);
  return useSyncExternalStore(subscribe, getSession, () =>
    import.meta.env.SSR ? { ...VISITOR, user: screen?.reader ?? null } : arrivedSession(),
  );
}

export function signIn(user: SessionUser, token: string, endsAt?: string): void {
  start();
  storeToken(token);
  storeReader(user, token);
  storeEnd(token, endsAt);
  change({ token, user, confirmed: true });
  lookAtClock();
}

/** The person behind the stored token, once the server has said who it is or the profile has changed. */
export function setUser(user: SessionUser): void {
  const { token } = getSession();
  storeReader(user, token);
  change({ token, user, confirmed: true });
}

/** Learns at the door that the password was printed for them. */
export function mustChangePassword(): void {
  const { user } = getSession();
  if (user && !user.must_change_password)
    change({ ...session, user: { ...user, must_change_password: true } });
}

/** Forgets the token, and what this person typed about others. Only for a sign-out or a definite "no" of the server, never for an outage. */
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
    if (reauthenticate !== ask) return;
    reauthenticate = undefined;
    // The screen is gone.
    if (over) showAgain();
  };
}

/** Asks once for all that wait for it, and answers whether the person is back. */
export function signInAgain(): Promise<boolean> {
  if (!reauthenticate) return Promise.resolve(false);
  asking ??= reauthenticate().finally(() => {
    asking = undefined;
  });
  return asking;
}

/**
 * The session of `token` is over, as the server or the clock says: what its screen shows is hidden until the same
 * person signs in over it. At the start, where nobody is known to be signed in yet, the screen has nothing to hide and
 * leads to the sign-in by itself.
 */
export function sessionEnded(token: string): void {
  if (session.token !== token || !session.confirmed || !reauthenticate) return;
  over = session;
  document.documentElement.dataset.ended = '';
  void signInAgain();
}

/** Makes `call`; when the session has ended, asks for a sign-in (once for all waiting calls) and goes on. */
export async function withReauth<T>(call: () => Promise<T>): Promise<T> {
  const { token } = getSession();
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'unauthenticated') || !reauthenticate) throw error;
    if (token !== null) sessionEnded(token);
    if (!(await signInAgain())) throw error;
    return call();
  }
}
