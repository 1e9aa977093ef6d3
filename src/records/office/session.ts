import { use, useSyncExternalStore } from 'react';
import { createSingleFlight } from '../../shared/async.ts';
import { Failure } from '../../shared/failure.ts';
import type { PreloadedUser } from '../../shared/preloadedUser.ts';
import { PreloadedScreen } from '../../ui/preload.ts';
import { deletePersonalDrafts } from './draft/storedDrafts.ts';
import { forgetListStates } from './listState.ts';

/** The signed-in user, as the frame knows them. */
export type SessionUser = PreloadedUser;

export interface Session {
  /** Stored beyond the window; null for a visitor. */
  token: string | null;
  /** Known after a sign-in, a validated token, or from a page rendered for the user; in memory only. */
  user: SessionUser | null;
  /** Whether the server has confirmed in this window that the token belongs to the user. */
  confirmed: boolean;
}

const TOKEN_KEY = 'vitrine.token';
/** User of the stored token: a page rendered for another user is not shown (startScreen.ts). */
const READER_KEY = 'vitrine.reader';
/** End of the session, regardless of use; stored with the token, because another window may have replaced that. */
const ENDS_KEY = 'vitrine.ends';
/** Interval between checks of the clock: timers do not run while a machine sleeps. */
const LOOK_MS = 30_000;
const VISITOR: Session = { token: null, user: null, confirmed: false };

let session: Session = VISITOR;
let started = false;
/** Session that ended while a screen was open; the screen is hidden until the same user signs in again. */
let endedSession: Session | null = null;
/** User whose drafts with personal data are kept; undefined before the start. */
let draftsOf: string | null | undefined;
let clockTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/**
 * Returns the stored token. If storage is disabled (hardened browsers), the session lasts as long as the
 * window.
 */
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
    // Kept in memory only.
  }
}

function storeReader({ uuid }: SessionUser, token: string | null): void {
  try {
    if (token !== null && token === storedToken()) localStorage.setItem(READER_KEY, `${uuid} ${token}`);
  } catch {
    // Storage is disabled.
  }
}

/** Returns the user for whom the page was rendered; the script in its head has verified the token. */
function readerOfPage(): SessionUser | null {
  const script = document.querySelector<HTMLElement>('script[data-reader]');
  return JSON.parse(script?.dataset.reader ?? 'null') as SessionUser | null;
}

let initialSession: Session | undefined;

/** Returns the session with which the page was rendered, for hydration. */
function sessionOfPage(): Session {
  initialSession ??= { ...VISITOR, user: readerOfPage() };
  return initialSession;
}

function change(next: Session): void {
  session = next;
  const draftOwner = next.token === null ? null : (next.user?.uuid ?? draftsOf);
  if (draftOwner !== draftsOf) deletePersonalDrafts(draftOwner ?? null).catch(() => {});
  draftsOf = draftOwner;
  if (
    endedSession &&
    next.token !== endedSession.token &&
    next.user &&
    next.user.uuid === endedSession.user?.uuid
  )
    revealScreen();
  if (next.token === null) delete document.documentElement.dataset.signedIn;
  else document.documentElement.dataset.signedIn = '';
  for (const listener of listeners) listener();
}

function revealScreen(): void {
  endedSession = null;
  delete document.documentElement.dataset.ended;
}

function storeEnd(token: string, endsAt: string | undefined): void {
  // The clock is far ahead, so it cannot time the session.
  if (!endsAt || Date.parse(endsAt) <= Date.now()) return;
  try {
    localStorage.setItem(ENDS_KEY, `${endsAt} ${token}`);
  } catch {
    // Storage is disabled.
  }
}

/** Ends the session on time, even without a call to the server. */
function checkClock(): void {
  clearTimeout(clockTimer);
  const { token } = session;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(ENDS_KEY);
  } catch {
    // Storage is disabled.
  }
  const [endsAt = '', owner] = stored?.split(' ') ?? [];
  if (token === null || owner !== token) return;
  const left = Date.parse(endsAt) - Date.now();
  if (left <= 0) expireSession(token);
  else clockTimer = setTimeout(checkClock, Math.min(left, LOOK_MS));
}

function start(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  const token = storedToken();
  change({ token, user: token === null ? null : sessionOfPage().user, confirmed: false });
  window.addEventListener('storage', (event) => {
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    const token = storedToken();
    if (token !== session.token) change({ token, user: null, confirmed: false });
  });
  window.addEventListener('focus', checkClock);
  checkClock();
}

export function getSession(): Session {
  start();
  return session;
}

/** Calls `listener` after each change of the session. Returns a function that unsubscribes. */
export function subscribeToSession(listener: () => void): () => void {
  start();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  const screen = use(PreloadedScreen);
  return useSyncExternalStore(subscribeToSession, getSession, () =>
    import.meta.env.SSR ? { ...VISITOR, user: screen?.reader ?? null } : sessionOfPage(),
  );
}

export function signIn(user: SessionUser, token: string, endsAt?: string): void {
  start();
  storeToken(token);
  storeReader(user, token);
  storeEnd(token, endsAt);
  change({ token, user, confirmed: true });
  checkClock();
}

/** Sets the user of the stored token, once the server has named them or the profile has changed. */
export function setUser(user: SessionUser): void {
  const { token } = getSession();
  storeReader(user, token);
  change({ token, user, confirmed: true });
}

/** Records that the server requires a new password, because the current one was assigned. */
export function mustChangePassword(): void {
  const { user } = getSession();
  if (user && !user.must_change_password)
    change({ ...session, user: { ...user, must_change_password: true } });
}

/**
 * Removes the token and the drafts with personal data. Only for a sign-out or a definite refusal by the
 * server, never for an outage.
 */
export function signOut(): void {
  start();
  storeToken(null);
  forgetListStates();
  change(VISITOR);
}

/** History state of a navigation that the user has already confirmed: no screen asks again. */
export const CONFIRMED_STATE = { confirmed: true };

export function isConfirmedNavigation(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'confirmed' in state;
}

let reauthenticate: (() => Promise<boolean>) | undefined;
const pendingSignIn = createSingleFlight<boolean>();

/**
 * Registers the dialog in which a user whose session ended signs in again; `ask` resolves with whether they
 * did. Returns a function that unregisters it.
 */
export function setReauthenticate(ask: () => Promise<boolean>): () => void {
  reauthenticate = ask;
  return () => {
    if (reauthenticate !== ask) return;
    reauthenticate = undefined;
    // The screen is closed.
    if (endedSession) revealScreen();
  };
}

/** Opens the dialog once for all waiting callers. Returns whether the user signed in. */
export function signInAgain(): Promise<boolean> {
  if (!reauthenticate) return Promise.resolve(false);
  return pendingSignIn.run(reauthenticate);
}

/**
 * Ends the session of `token`, by order of the server or the clock: the screen is hidden until the same user
 * signs in. During the start there is no confirmed user, so the screen has nothing to hide and redirects by
 * itself.
 */
export function expireSession(token: string): void {
  if (session.token !== token || !session.confirmed || !reauthenticate) return;
  endedSession = session;
  document.documentElement.dataset.ended = '';
  void signInAgain();
}

/** Makes `call`. If the session has ended, asks for a sign-in (once for all waiting calls) and repeats the call. */
export async function withReauth<T>(call: () => Promise<T>): Promise<T> {
  const { token } = getSession();
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'unauthenticated') || !reauthenticate) throw error;
    if (token !== null) expireSession(token);
    if (!(await signInAgain())) throw error;
    return call();
  }
}
