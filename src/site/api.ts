import { createContext, data, type RouterContextProvider } from 'react-router';
import type { CallApi } from '../contract/caller.ts';
import { Failure } from '../contract/failure.ts';
import type { ReturnedForm } from '../contract/returned.ts';

/** The API as page loaders reach it; the server sets it for every request. */
export const apiContext = createContext<CallApi>();

/** What pages learn from the deployment when they run, never when they are built. */
export interface Runtime {
  apiBase: string;
  siteName: string;
}
export const runtimeContext = createContext<Runtime>();

/**
 * What this one rendering writes into inline script and style of its own making, as their `nonce`, so that the server
 * can tell them from any other (src/server/pages.ts). It does not leave the server.
 */
export const markContext = createContext<string>('');

/** The form that this page answers; null where the page was only asked for. */
export const returnedFormContext = createContext<ReturnedForm | null>(null);

/**
 * `call` of this request. A failure becomes the page's own: its status, and the text for people as
 * `data.message` in the error page.
 */
export function apiOf(context: Readonly<RouterContextProvider>): CallApi {
  const call = context.get(apiContext);
  return async (endpoint, input) => {
    try {
      return await call(endpoint, input);
    } catch (error) {
      if (error instanceof Failure) throw data({ message: error.message }, { status: error.status });
      throw error;
    }
  };
}
