import { createContext } from 'react';
import type { CallApi, CallInput } from '../shared/caller.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import type { PreloadedUser } from '../shared/preloadedUser.ts';

/**
 * Preloading of the data of the back office's first screen. Only its loaders know which data that is, and the
 * server runs them while it renders the page. With a reader (the signed-in user), the server calls the API as
 * that user and embeds the responses in the page. Without one, it only records the addresses that the loaders
 * request. A script in the page's head (`startScreen.ts`) requests them before the browser has any other code, and
 * the loaders take over the responses (load.ts). A page without a reader is one shell for all addresses of
 * its route, so the script fills in the parameters.
 */
export interface PreloadedScreen {
  reader: PreloadedUser | null;
  addresses: readonly string[];
  /** Pattern of the route below the back office, such as `banners/show/:uuid`; `addresses` contains its parameters. */
  pattern: string;
}

/** Null for pages without a screen of the back office. */
export const PreloadedScreen = createContext<PreloadedScreen | null>(null);

let call: CallApi | undefined;

/** Runs a loader with `ask` instead of the browser's calls. The loader must call synchronously. */
export function runLoaderWith<T>(ask: CallApi, loader: () => T): T {
  call = ask;
  try {
    return loader();
  } finally {
    call = undefined;
  }
}

/** Returns what replaces a call of a loader: always on the server, in the browser while `runLoaderWith` runs. */
export function replacedCall<E extends Endpoint>(endpoint: E, input?: CallInput<E>) {
  if (call) return call(endpoint, input);
  return import.meta.env.SSR ? new Promise<never>(() => {}) : undefined;
}

/** Returns the addresses that `loaders` would read. */
export function preloadAddresses(
  loaders: (() => unknown)[],
  addressOf: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => string,
): string[] {
  const addresses = new Set<string>();
  const record: CallApi = (endpoint, input) => {
    if (endpoint.method === 'GET') addresses.add(addressOf(endpoint, input));
    return new Promise(() => {});
  };
  for (const loader of loaders) {
    try {
      Promise.resolve(runLoaderWith(record, loader)).catch(() => undefined);
    } catch {
      // The loader redirects, and will do so in the browser.
    }
  }
  return [...addresses];
}
