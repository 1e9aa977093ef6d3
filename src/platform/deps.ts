import type { Insertable, Selectable } from 'kysely';
import type { z } from 'zod';
import type { CallApi } from '../contract/caller.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Failure } from '../contract/failure.ts';
import type { Frame } from '../contract/image.ts';
import type { Need } from '../contract/needs.ts';
import type { Preview } from '../contract/preview.ts';
import type { Caller } from './access.ts';
import type { Marker } from './backup/erasures.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, Db } from './database/database.ts';
import type { Publication } from './database/publication.ts';
import type { Tables } from './database/tables.ts';
import type { Changed } from './database/watch.ts';
import type { Actor, Person, Write } from './database/write.ts';
import type { Receiver } from './files/receive.ts';
import type { FileStore } from './files/store.ts';
import type { Answers, Produced } from './http/cache.ts';
import type { OpenFiles } from './http/openFiles.ts';
import type { Content } from './http/perform.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Keys } from './keys.ts';
import type { Limits } from './limits.ts';
import type { Logger } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics.ts';
import type { Outgoing } from './outgoing.ts';
import type { Space } from './space.ts';

/** A preview that is open. Nothing of it is stored. */
export interface PreviewStage {
  db: Db;
  /** The API as the caller has it, over the stored rows and those that changed. */
  call: CallApi;
  endpoints: readonly Endpoint[];
  /** Shows what a form would save by `endpoint`; its files are stand-ins. Answers the record and what staff would read. */
  show: (
    endpoint: Endpoint,
    params: object,
    content: Content,
  ) => Promise<{ row: Record<string, unknown>; message: string }>;
  /** Shows the record as its pending change `id` would make it. */
  apply: (id: number, record: { table: string; uuid: string }) => Promise<void>;
  /** Moves the clock to `at` (ms) and shows what is published by then, except changes of the record `but`. */
  goTo: (at: number, but?: string) => Promise<void>;
  /** Pictures that a save would cut out of stored ones. */
  reframed: readonly Reframed[];
}

export interface StandIns {
  add: (file: Insertable<Tables['files']>) => Promise<Selectable<Tables['files']>>;
  /** Notes a picture that a save would cut out of a stored file, alike or by `crop`. */
  reframe: (made: string, of: { uuid: string; whole: string }, crop: Frame['crop'] | 'alike') => void;
}

export interface Reframed {
  /** The picture that it would be. */
  uuid: string;
  /** The address of the whole, and the part of it, in percent. */
  url: string;
  crop: Frame['crop'];
}

export interface PreviewRequest<T> {
  caller: Caller;
  /** The person whose rights decide which scheduled changes are shown. */
  reader: Actor;
  /** The table of the record that a form or a pending change shows. */
  table?: string;
  /** Ends the preview when its request ends. */
  signal?: AbortSignal;
  act: (stage: PreviewStage) => Promise<T>;
}

/** Public pages, for who shows them otherwise than at their own addresses. Nothing of them is kept. */
export interface SitePages {
  /** Whether there is such a page; loads what it is made of, which takes a while the first time. */
  ready: (path: string) => Promise<boolean>;
  draw: (asked: { address: string; call: CallApi; preview: Preview }) => Promise<Produced>;
}

/** What services are made of; built once at start and passed in, so that tests can pass their own. */
export interface Deps {
  config: Config;
  keys: Keys;
  /** Names whoever was erased, for restored backups to be told. */
  marker: Marker;
  clock: Clock;
  database: Database;
  db: Db;
  write: Write;
  publication: Publication;
  store: FileStore;
  space: Space;
  openFiles: OpenFiles;
  receiver: Receiver;
  jobs: Jobs;
  mailer: Mailer;
  outgoing: Outgoing;
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
  /**
   * Who a bearer token belongs to; null for that of no live session. A machine's that is unknown, revoked or expired is
   * refused in words, and counted for the address that it came from.
   */
  authenticate: (token: string, from?: { ip: string; agent: string }) => Promise<Actor | null>;
  /** Checks that a signed-in person owns the account, before what an endpoint with `confirms` does. */
  confirmation: {
    /** The fields that a call brings for it beside its own. */
    fields: z.ZodObject;
    /** Throws a 403 with `confirm: true` where the call brings nothing, and a 422 where it is wrong. */
    ensure: (actor: Person, given: object, from: { ip: string; origin: string }) => Promise<void>;
  };
  /** Why somebody who is known may not do what needs `need`, and who may. */
  refusal: (need: Need | undefined, actor: Pick<Actor, 'id'>) => Promise<Failure>;
  /**
   * Notes, within bounds, that somebody was refused what their role does not let them do (`forbidden`), that a token
   * opened nothing (`session_refused`), or that a limit was reached (`limit`). Never fails.
   */
  noteRefused: (
    action: 'forbidden' | 'session_refused' | 'limit',
    about: { ip: string; what?: string; actor?: Actor },
  ) => Promise<void>;
  /** For whom a page key opens pages; null for that of no live session. Calling does not prolong the session. */
  readerOf: (pageKey: string) => Promise<Person | null>;
  /** Whose these sessions are, of those that have not ended. Asking does not prolong them. */
  stillSignedIn: (sessionIds: readonly number[]) => Promise<ReadonlyMap<number, Person>>;
  /** How one part of this process asks another: the API as `caller` has it. */
  callAs: (caller: Caller) => CallApi;
  /** Answers what `act` reads on a connection of its own, which cannot write. */
  preview: <T>(request: PreviewRequest<T>) => Promise<T>;
  /** Null where the API is served alone. */
  pages: SitePages | null;
  /** Takes files in a preview, where nothing is stored or cut. */
  standIns?: StandIns;
}
