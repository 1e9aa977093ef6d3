import { createContext } from 'react-router';
import type { CallApi } from '../contract/caller.ts';

/** For whom the server makes a screen of the back office. */
export interface Reader {
  uuid: string;
  name: string;
  email: string;
  /** What their role lets them do; the server checks each call all the same. */
  permissions?: readonly string[] | undefined;
  /** The branches that they are kept to; null for all. */
  branches?: readonly string[] | null | undefined;
  /** A small square, as the address `data:…` of itself. */
  photo?: string | null | undefined;
  /** They may nothing but change the password that was given to them. */
  must_change_password?: boolean | undefined;
  /** Their role asks for a second factor, and they have none: all that is open is to set one up. */
  lacks_second_factor?: boolean | undefined;
}

/** The reader of this one rendering, and the API as they have it; null where it is made for nobody. */
export const readerContext = createContext<{ reader: Reader; call: CallApi } | null>(null);
