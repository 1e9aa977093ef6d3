import { createContext } from 'react-router';
import type { CallApi } from '../contract/caller.ts';

/** For whom the server makes a screen of the back office. */
export interface Reader {
  uuid: string;
  name: string;
  email: string;
}

/** The reader of this one rendering, and the API as they have it; null where it is made for nobody. */
export const readerContext = createContext<{ reader: Reader; call: CallApi } | null>(null);
