import type { CallApi } from '../contract/caller.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Caller } from './access.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, Db } from './database/database.ts';
import type { Publication } from './database/publication.ts';
import type { Changed } from './database/watch.ts';
import type { Actor, Work, Write } from './database/write.ts';
import type { Receiver } from './files/receive.ts';
import type { FileStore } from './files/store.ts';
import type { Answers } from './http/cache.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Keys } from './keys.ts';
import type { Limits } from './limits.ts';
import type { Logger } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics.ts';
import type { Space } from './space.ts';

export interface Rehearsal<T> {
  caller: Caller;
  at?: number;
  prepare: (work: Work) => Promise<void>;
  read: (call: CallApi, endpoints: readonly Endpoint[]) => Promise<T>;
}

/** What services are made of; built once at start and passed in, so that tests can pass their own. */
export interface Deps {
  config: Config;
  keys: Keys;
  clock: Clock;
  database: Database;
  db: Db;
  write: Write;
  publication: Publication;
  store: FileStore;
  space: Space;
  receiver: Receiver;
  jobs: Jobs;
  mailer: Mailer;
  limits: Limits;
  answers: Answers;
  log: Logger;
  metrics: Metrics;
  /** The address of this process, for links in pages and to files; known for certain once the server listens. */
  publicUrl: () => string;
  /** Where people read the site, for links in mails: the same, but where the API is served alone. */
  siteUrl: () => string;
  /** The address of a part of the file `uuid` that a browser can open; for a while, where shoppers do not see it. */
  mediaUrl: (uuid: string, part: string, isHidden?: boolean) => string;
  /** The address of what the application itself answers below the API's prefix, for a browser to open. */
  apiUrl: (path: string) => string;
  /** Calls back after every change of content, here or elsewhere. */
  onContentChange: (listener: (changed: Changed) => void) => void;
  /** Who a bearer token belongs to; null for an unknown, revoked or expired one. */
  authenticate: (token: string) => Promise<Actor | null>;
  /** For whom a page key opens pages; null for that of no live session. Calling does not prolong the session. */
  readerOf: (pageKey: string) => Promise<Actor | null>;
  /** Which of these sessions have not ended. Asking does not prolong them. */
  stillSignedIn: (sessionIds: readonly number[]) => Promise<ReadonlySet<number>>;
  /** How one part of this process asks another: the API as `caller` has it. */
  callAs: (caller: Caller) => CallApi;
  /**
   * What `read` gets of the API once `prepare` was done, at the instant `at` or now. Nothing of it stays, and nobody
   * else sees anything of it.
   */
  rehearse: <T>(rehearsal: Rehearsal<T>) => Promise<T>;
}
