import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { mayCompress } from '../../platform/http/api.ts';
import { readPageKey } from '../../platform/http/cache/pageKey.ts';
import { withTimeout } from '../../shared/async.ts';
import type { CallApi } from '../../shared/caller.ts';
import { Failure } from '../../shared/failure.ts';
import type { PreloadedUser } from '../../shared/preloadedUser.ts';

/** Data access for one page of the back office that is rendered for a signed-in user. */
export interface ScreenAccess {
  reader: PreloadedUser;
  /** The API with the permissions of that user, read-only. */
  call: CallApi;
  /**
   * True if a call was refused, failed or timed out. The page is then sent as a shell, and the browser loads
   * the data.
   */
  hasFailed: boolean;
  /** False if the page contains a secret whose length compression would reveal (`secret` of an endpoint). */
  isCompressible: boolean;
}

/** Longest wait for rows. After that, the shell and the browser's own request are faster. */
const PATIENCE_MS = 400;

/** Returns the user of the page key of a navigation; null if there is none. Throws if the lookup fails. */
export async function actorOfPageKey(deps: Deps, request: FastifyRequest): Promise<Actor | null> {
  const key = isNavigation(request) ? readPageKey(deps.config, request) : null;
  return key ? deps.userOfPageKey(key) : null;
}

/** Returns the data access for the user of `request`; null for anonymous callers and if the lookup fails. */
export async function screenAccessOf(deps: Deps, request: FastifyRequest): Promise<ScreenAccess | null> {
  const actor = await inTime(actorOfPageKey(deps, request)).catch(() => null);
  if (!actor) return null;
  const call = deps.callAs({ kind: 'person', ip: request.ip, actor });
  const { uuid, name, email, permissions, branches, mustChangePassword } = actor;
  const reading: ScreenAccess = {
    reader: {
      uuid,
      name,
      email,
      permissions: [...permissions],
      branches,
      ...(mustChangePassword && { must_change_password: true }),
    },
    hasFailed: false,
    isCompressible: true,
    async call(endpoint, input) {
      reading.isCompressible &&= mayCompress(endpoint, input?.query);
      try {
        if (endpoint.method !== 'GET') throw new Failure('forbidden');
        // Same shape as over HTTP.
        return JSON.parse(JSON.stringify(await inTime(call(endpoint, input))));
      } catch (error) {
        reading.hasFailed = true;
        throw error;
      }
    },
  };
  return reading;
}

/**
 * Returns whether a user navigates there: not an image, a frame or a script of another page, and not a
 * prefetch.
 */
function isNavigation({ headers }: FastifyRequest): boolean {
  const to = headers['sec-fetch-dest'];
  return (to === undefined || to === 'document') && headers['sec-purpose'] === undefined;
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, PATIENCE_MS, () => {
    throw new Failure('unavailable');
  });
