import { createContext } from 'react-router';
import type { CallApi } from '../shared/caller.ts';
import type { FileKind } from '../shared/files/fileTypes.ts';
import type { PreloadedUser } from '../shared/preloadedUser.ts';

/** Settings of the deployment that pages need at run time. */
export interface Runtime {
  apiBase: string;
  siteName: string;
  /** Largest file of each kind. */
  fileMegabytes: Record<FileKind, number>;
}
export const runtimeContext = createContext<Runtime>();

/**
 * CSP nonce of this rendering for inline scripts and styles of the page. `src/server/pages/pages.ts` replaces it by
 * hashes, so it does not leave the server.
 */
export const nonceContext = createContext<string>('');

/** Reports an error of a screen's rendering to the log. */
export const reportContext = createContext<(error: unknown) => void>(() => {});

/** Reader of this rendering and the API as that user sees it; null if the page is rendered for no user. */
export const readerContext = createContext<{ reader: PreloadedUser; call: CallApi } | null>(null);
