import type { Insertable, Selectable } from 'kysely';
import type { z } from 'zod';
import type { CallApi } from '../shared/caller.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import type { Failure } from '../shared/failure.ts';
import type { PictureFrame } from '../shared/files/image.ts';
import type { Need } from '../shared/permissions.ts';
import type { PreviewContext } from '../shared/preview.ts';
import type { ErasureMarker } from './backup/erasures.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Database, Db } from './database/database.ts';
import type { ChangedTables } from './database/dependencyTracking.ts';
import type { Tables } from './database/tables.ts';
import type { Actor, SignedInUser, Write } from './database/write.ts';
import type { UploadReceiver } from './files/receive.ts';
import type { FileStore } from './files/store.ts';
import type { RenderedResponse } from './http/cache/cachedResponse.ts';
import type { ResponseCache } from './http/cache/responseCache.ts';
import type { OpenFiles } from './http/limits/openFiles.ts';
import type { CallContent } from './http/pipeline.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mailer } from './mail/mailer.ts';
import type { DiskSpace } from './observability/diskSpace.ts';
import type { Logger } from './observability/log.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Publication } from './publication.ts';
import type { Caller } from './security/access.ts';
import type { Keys } from './security/keys.ts';
import type { Outgoing } from './security/outgoing.ts';
import type { RateLimits } from './security/rateLimits.ts';

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
    content: CallContent,
  ) => Promise<{ row: Record<string, unknown>; message: string }>;
  /** Applies the pending change `id` of the record. */
  apply: (id: number, record: { table: string; uuid: string }) => Promise<void>;
  /**
   * Moves the clock to `at` (ms) and applies all changes that are due by then, except those of the record `but`.
   */
  moveClockTo: (at: number, but?: string) => Promise<void>;
  /** Pictures that a save would crop from stored ones. */
  recropped: readonly RecroppedPicture[];
}

export interface PreviewFiles {
  add: (file: Insertable<Tables['files']>) => Promise<Selectable<Tables['files']>>;
  /**
   * Records a picture that a save would derive from a stored file, with the same frame (`alike`) or by
   * `crop`.
   */
  recrop: (made: string, of: { uuid: string; whole: string }, crop: PictureFrame['crop'] | 'alike') => void;
}

export interface RecroppedPicture {
  /** Id of the picture that would be created. */
  uuid: string;
  /** Address of the whole picture, and the cropped part of it in percent. */
  url: string;
  crop: PictureFrame['crop'];
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
  hasPage: (path: string) => Promise<boolean>;
  render: (asked: { address: string; call: CallApi; preview: PreviewContext }) => Promise<RenderedResponse>;
}

/**
 * Links for one session, for addresses that a browser opens without a token. They are valid for 5 minutes, and
 * end with the session and its permissions.
 */
export interface SessionLinks {
  /**
   * Returns a function that signs links to `purpose` for the actor's session. A subject has only letters,
   * digits and dashes, such as a uuid.
   */
  signer: (
    actor: Pick<Actor, 'sessionId' | 'permissions' | 'branches'>,
    purpose: string,
  ) => Promise<(subject: string) => string>;
  /** Returns the subject of a link and the user it was made for. Throws a 403 if it is not valid any more. */
  open: (purpose: string, link: string) => Promise<{ subject: string; actor: Actor }>;
}

/** Dependencies of services, built once at start. Tests pass their own. */
export interface Deps {
  config: Config;
  keys: Keys;
  /** Derives the identifiers of erased people, by which restored backups erase them again. */
  erasureMarker: ErasureMarker;
  clock: Clock;
  database: Database;
  db: Db;
  write: Write;
  publication: Publication;
  store: FileStore;
  diskSpace: DiskSpace;
  openFiles: OpenFiles;
  receiver: UploadReceiver;
  jobs: Jobs;
  mailer: Mailer;
  outgoing: Outgoing;
  limits: RateLimits;
  responseCache: ResponseCache;
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
  onContentChange: (listener: (changed: ChangedTables) => void) => void;
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
    ensure: (actor: SignedInUser, given: object, from: { ip: string; origin: string }) => Promise<void>;
  };
  /**
   * Returns the error for an authenticated actor who lacks `need`; it names the roles or people who have it.
   */
  permissionFailure: (need: Need | undefined, actor: Pick<Actor, 'id'>) => Promise<Failure>;
  /**
   * Records, within limits, a refusal by permission (`forbidden`), a token without a session
   * (`session_refused`), or a reached limit (`limit`). Never fails.
   */
  recordRefusal: (
    action: 'forbidden' | 'session_refused' | 'limit',
    about: { ip: string; what?: string; actor?: Actor },
  ) => Promise<void>;
  /**
   * Returns the person whose pages a page key opens, or null without a live session. Does not prolong the
   * session.
   */
  userOfPageKey: (pageKey: string) => Promise<SignedInUser | null>;
  links: SessionLinks;
  /** Returns the people whose sessions are still live, by session id. Does not prolong the sessions. */
  signedInUsersOf: (sessionIds: readonly number[]) => Promise<ReadonlyMap<number, SignedInUser>>;
  /** Returns the API as `caller` sees it, for calls within this process. */
  callAs: (caller: Caller) => CallApi;
  /** Runs `act` on a read-only connection of its own and returns its result. */
  preview: <T>(request: PreviewRequest<T>) => Promise<T>;
  /** Null where the API is served alone. */
  pages: SitePages | null;
  /** Accepts files in a preview, where nothing is stored or cropped. */
  standIns?: PreviewFiles;
}
