import { createContext } from 'react-router';

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

/** Takes what broke while a screen was made, for the log. */
export const reportContext = createContext<(error: unknown) => void>(() => {});
