import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/**
 * The second secret of a session, kept by the browser in a cookie: it opens pages of the back office, which are read,
 * and nothing else. No endpoint looks at it.
 */
export interface PageKey {
  secret: string;
  /** Until the session's own end at the latest. */
  seconds: number;
  /** What the browser keeps of itself beyond the session, where that is new: it opens nothing. */
  device?: string;
}

type Deployment = Pick<Config, 'PUBLIC_URL' | 'SERVE'>;

const NAME = 'vitrine_pages';

/** Whether the browser talks TLS, to this process or to the proxy before it. */
const isSecure = ({ protocol }: FastifyRequest, { PUBLIC_URL }: Deployment) =>
  protocol === 'https' || PUBLIC_URL?.startsWith('https:') === true;

/** With the prefix browsers take it from this very host alone, over TLS alone. */
const nameOf = (secure: boolean) => (secure ? `__Host-${NAME}` : NAME);

/** Gives the browser a key, or takes the one that it has. Where the API is served alone there are no pages to open. */
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
/** As long as browsers keep anything. */
const DEVICE_SECONDS = 400 * 86_400;

/** What the browser keeps of itself; whoever makes one up is new. */
export function deviceOf(cookie: string | undefined): string | undefined {
  return /(?:^|;\s*)(?:__Host-)?vitrine_device=([\w-]{20,100})/.exec(cookie ?? '')?.[1];
}

/** The key that a request for a page brings. */
export function readPageKey(config: Deployment, request: FastifyRequest): string | null {
  const wanted = `${nameOf(isSecure(request, config))}=`;
  const cookies = request.headers.cookie?.split(';') ?? [];
  const own = cookies.map((cookie) => cookie.trim()).find((cookie) => cookie.startsWith(wanted));
  return own?.slice(wanted.length) ?? null;
}
