import type { FastifyRequest } from 'fastify';
import type { CallApi } from '../contract/caller.ts';
import { Failure } from '../contract/failure.ts';
import type { Actor } from '../platform/database/write.ts';
import type { Deps } from '../platform/deps.ts';
import { isCompressed } from '../platform/http/api.ts';
import { readPageKey } from '../platform/http/pageKey.ts';
import type { Reader } from '../ui/reader.ts';

/** For whom one page of the back office is made. */
export interface Reading {
  reader: Reader;
  /** The API as they have it, of which a page only reads. */
  call: CallApi;
  /** Whether something was refused, failed or too slow: the page is then made for nobody, and the browser asks. */
  failed: boolean;
  /** Whether nothing in it forbids that its length be known (`secret` of an endpoint). */
  compressible: boolean;
}

/** Longer nobody waits for rows: the frame and the browser's own question are there sooner. */
const PATIENCE_MS = 400;

/** Whose page key a navigation brings; null for nobody's, and where that cannot be told. */
export async function actorReading(deps: Deps, request: FastifyRequest): Promise<Actor | null> {
  const key = isNavigation(request) ? readPageKey(deps.config, request) : null;
  return key ? inTime(deps.readerOf(key)).catch(() => null) : null;
}

/** For whom a page is made; null where it is made for nobody. */
export async function readingOf(deps: Deps, request: FastifyRequest): Promise<Reading | null> {
  const actor = await actorReading(deps, request);
  if (!actor) return null;
  const call = deps.callAs({ kind: 'person', ip: request.ip, actor });
  const { uuid, name, email, permissions, branches, mustChangePassword } = actor;
  const reading: Reading = {
    reader: {
      uuid,
      name,
      email,
      permissions: [...permissions],
      branches,
      ...(mustChangePassword && { must_change_password: true }),
    },
    failed: false,
    compressible: true,
    async call(endpoint, input) {
      reading.compressible &&= isCompressed(endpoint, input?.query);
      try {
        if (endpoint.method !== 'GET') throw new Failure('forbidden');
        // As the API would have sent it.
        return JSON.parse(JSON.stringify(await inTime(call(endpoint, input))));
      } catch (error) {
        reading.failed = true;
        throw error;
      }
    },
  };
  return reading;
}

/** Somebody goes there: no picture, frame or script of another page, and no guess of the browser's. */
function isNavigation({ headers }: FastifyRequest): boolean {
  const to = headers['sec-fetch-dest'];
  return (to === undefined || to === 'document') && headers['sec-purpose'] === undefined;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure('unavailable')), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
