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

/** An open preview. Nothing of it is stored. */
export interface PreviewStage {
  db: Db;
  /** The API as the caller sees it, over the stored rows and the previewed changes. */
  call: CallApi;
  endpoints: readonly Endpoint[];
  /**
   * Applies what a form would save through `endpoint`, with stand-ins for its files. Returns the record and
   * the message that staff would read.
   */
  show: (
    endpoint: Endpoint,
    params: object,
    content: Content,
  ) => Promise<{ row: Record<string, unknown>; message: string }>;
  /** Applies the pending change `id` of the record. */
  apply: (id: number, record: { table: string; uuid: string }) => Promise<void>;
  /**
   * Moves the clock to `at` (ms) and applies all changes that are due by then, except those of the record `but`.
   */
  goTo: (at: number, but?: string) => Promise<void>;
  /** Pictures that a save would crop from stored ones. */
  reframed: readonly Reframed[];
}

export interface StandIns {
  add: (file: Insertable<Tables['files']>) => Promise<Selectable<Tables['files']>>;
  /**
   * Records a picture that a save would derive from a stored file, with the same frame (`alike`) or by
   * `crop`.
   */
  reframe: (made: string, of: { uuid: string; whole: string }, crop: Frame['crop'] | 'alike') => void;
}

export interface Reframed {
  /** Id of the picture that would be created. */
  uuid: string;
  /** Address of the whole picture, and the cropped part of it in percent. */
  url: string;
  crop: Frame['crop'];
}

export interface PreviewRequest<T> {
  caller: Caller;
  /** Person whose permissions decide which scheduled changes are shown. */
  reader: Actor;
  /** Table of the record that a form or a pending change shows. */
  table?: string;
  /** Ends the preview when its request ends. */
  signal?: AbortSignal;
  act: (stage: PreviewStage) => Promise<T>;
}

/** Public pages, rendered for previews. Nothing of them is cached. */
export interface SitePages {
  /** Returns whether the page exists. Loads the renderer, which takes a while the first time. */
  ready: (path: string) => Promise<boolean>;
  draw: (asked: { address: string; call: CallApi; preview: Preview }) => Promise<Produced>;
}

/** Dependencies of services, built once at start. Tests pass their own. */
export interface Deps {
  config: Config;
  keys: Keys;
  /** Derives the identifiers of erased people, by which restored backups erase them again. */
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
  /**
   * Returns the address of this process, for links in pages and to files. Definite only once the server
   * listens.
   */
  publicUrl: () => string;
  /**
   * Returns the address of the site, for links in mails. Differs from `publicUrl` only where the API is
   * served alone.
   */
  siteUrl: () => string;
  /**
   * Returns the address of a part of the file `uuid` for a browser. It expires if shoppers may not see the
   * file.
   */
  mediaUrl: (uuid: string, part: string, isHidden?: boolean) => string;
  /** Returns the address of a path below the API's prefix, for a browser. */
  apiUrl: (path: string) => string;
  /** Registers a listener for every change of content, in this process or another. */
  onContentChange: (listener: (changed: Changed) => void) => void;
  /**
   * Returns the actor of a bearer token, or null without a live session. Throws for an unknown, revoked or
   * expired API token, and counts it against the client's address.
   */
  authenticate: (token: string, from?: { ip: string; agent: string }) => Promise<Actor | null>;
  /** Step-up confirmation: verifies the signed-in user again before an endpoint with `confirms` executes. */
  confirmation: {
    /** Fields that a request carries for the confirmation, besides its own. */
    fields: z.ZodObject;
    /** Throws 403 with `confirm: true` if the request carries no confirmation, and 422 if it is wrong. */
    ensure: (actor: Person, given: object, from: { ip: string; origin: string }) => Promise<void>;
  };
  /**
   * Returns the error for an authenticated actor who lacks `need`; it names the roles or people who have it.
   */
  refusal: (need: Need | undefined, actor: Pick<Actor, 'id'>) => Promise<Failure>;
  /**
   * Records, within limits, a refusal by permission (`forbidden`), a token without a session
   * (`session_refused`), or a reached limit (`limit`). Never fails.
   */
  noteRefused: (
    action: 'forbidden' | 'session_refused' | 'limit',
    about: { ip: string; what?: string; actor?: Actor },
  ) => Promise<void>;
  /**
   * Returns the person whose pages a page key opens, or null without a live session. Does not prolong the
   * session.
   */
  readerOf: (pageKey: string) => Promise<Person | null>;
  /** Returns the people whose sessions are still live, by session id. Does not prolong the sessions. */
  stillSignedIn: (sessionIds: readonly number[]) => Promise<ReadonlyMap<number, Person>>;
  /** Returns the API as `caller` sees it, for calls within this process. */
  callAs: (caller: Caller) => CallApi;
  /** Runs `act` on a read-only connection of its own and returns its result. */
  preview: <T>(request: PreviewRequest<T>) => Promise<T>;
  /** Null where the API is served alone. */
  pages: SitePages | null;
  /** Accepts files in a preview, where nothing is stored or cropped. */
  standIns?: StandIns;
}
