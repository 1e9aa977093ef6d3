import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

/**
 * The second secret of a session, which the browser stores in a cookie. It opens pages of the back office for
 * reading only. No endpoint accepts it.
 */
export interface PageKey {
  secret: string;
  /** Lifetime: at most until the session ends. */
  seconds: number;
  /** A new device id, which the browser keeps beyond the session. It opens nothing. */
  device?: string;
}

type Deployment = Pick<Config, 'PUBLIC_URL' | 'SERVE'>;

const NAME = 'vitrine_pages';

/** Returns whether the browser uses TLS, to this process or to the proxy before it. */
const isSecure = ({ protocol }: FastifyRequest, { PUBLIC_URL }: Deployment) =>
  protocol === 'https' || PUBLIC_URL?.startsWith('https:') === true;

/** Adds the prefix with which browsers accept the cookie only from this very host and over TLS. */
const nameOf = (secure: boolean) => (secure ? `__Host-${NAME}` : NAME);

/** Sets or clears (null) the cookie of the page key. Does nothing if the API is served without pages. */
export function sendPageKey(
  key: PageKey | null,
  config: Deployment,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (config.SERVE !== 'all') return;
  const secure = isSecure(request, config);
  const { secret, seconds } = key ?? { secret: '', seconds: 0 };
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  const cookies = [`${nameOf(secure)}=${secret}; ${attributes}`];
  if (key?.device)
    cookies.push(
      `${secure ? '__Host-' : ''}${DEVICE}=${key.device}; ${attributes.replace(/Max-Age=\d+/, `Max-Age=${DEVICE_SECONDS}`)}`,
    );
  reply.header('set-cookie', cookies.length > 1 ? cookies : cookies[0]);
}

const DEVICE = 'vitrine_device';
/** Longest lifetime that browsers allow a cookie. */
const DEVICE_SECONDS = 400 * 86_400;

/** Returns the device id that the browser sends. A client that invents one counts as a new device. */
export function deviceOf(cookie: string | undefined): string | undefined {
  return /(?:^|;\s*)(?:__Host-)?vitrine_device=([\w-]{20,100})/.exec(cookie ?? '')?.[1];
}

/** Returns the page key that a request brings. */
export function readPageKey(config: Deployment, request: FastifyRequest): string | null {
  const wanted = `${nameOf(isSecure(request, config))}=`;
  const cookies = request.headers.cookie?.split(';') ?? [];
  const own = cookies.map((cookie) => cookie.trim()).find((cookie) => cookie.startsWith(wanted));
  return own?.slice(wanted.length) ?? null;
}
