import { createContext } from 'react';

/** The mark of this rendering, for inline script of our own; empty in the browser. */
export const Mark = createContext<string | undefined>(undefined);
