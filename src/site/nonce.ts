import { createContext } from 'react';

/** CSP nonce of this rendering for inline scripts; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
