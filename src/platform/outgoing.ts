import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { whyNotSentTo } from '../contract/outgoing.ts';

// Requests to addresses that people type: never to this machine or its network, whatever name or disguise leads there.

export interface Resolved {
  address: string;
  family: number;
}

/** What a test does otherwise; in production all of it is as it stands in `WAYS`. */
export interface OutgoingWays {
  /** All addresses of a name. */
  resolve: (name: string) => Promise<Resolved[]>;
  /** Where something is that was found to be in the open network. */
  reach: (target: Resolved, port: number) => Resolved & { port: number };
  /** Whose certificates are believed, in place of the usual authorities. */
  ca: string | undefined;
}

const WAYS: OutgoingWays = {
  resolve: (name) => lookup(name, { all: true }),
  reach: (target, port) => ({ ...target, port }),
  ca: undefined,
};

/** Why nothing was answered. */
export type OutgoingProblem = 'refused_address' | 'unknown_name' | 'certificate' | 'timeout' | 'connection';

export class OutgoingError extends Error {
  readonly problem: OutgoingProblem;
  constructor(problem: OutgoingProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

export interface OutgoingAnswer {
  status: number;
  /** As much of it as was read. */
  body: Buffer;
}

export interface Outgoing {
  /** Whatever status is answered is an answer: nothing is followed. Throws `OutgoingError`, or what `signal` says. */
  post(
    address: string,
    sent: { headers: Record<string, string>; body: string; signal: AbortSignal },
  ): Promise<OutgoingAnswer>;
}

/** For all of it: name, connection, request and answer. */
export const OUTGOING_MS = 5000;
export const MOST_READ = 64 * 1024;

/** Whether `address` may lead to the open network; where a name leads is known once it is resolved. */
export function mayLeadOutside(address: string): boolean {
  if (whyNotSentTo(address) !== null) return false;
  const host = hostOf(new URL(address));
  return isIP(host) === 0 ? !/(^|\.)localhost\.?$/.test(host) : isPublic(host);
}

/** IPv6 without its brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** What the library has no name for: documentation (RFC 9637), segment routing. */
const RESERVED_V6 = ['3fff::/20', '5f00::/16'].map((range) => ipaddr.IPv6.parseCIDR(range));
/** ISATAP: the last 32 bits are an IPv4 address of whatever network. */
const ISATAP = [0x5efe];

/** Whether an address is somebody's in the open network. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (!(parsed instanceof ipaddr.IPv6)) return true;
  const [, , , , before = 0, marker = 0] = parsed.parts;
  if (ISATAP.includes(marker) && (before & ~0x0200) === 0) return false;
  return parsed.match(GLOBAL_V6) && !RESERVED_V6.some((range) => parsed.match(range));
}

export function createOutgoing(ways: Partial<OutgoingWays> = {}): Outgoing {
  const { resolve, reach, ca } = { ...WAYS, ...ways };

  /** Resolved once, and each address looked at: one that leads inside makes the whole name suspect. */
  const targetsOf = async (url: URL, signal: AbortSignal): Promise<Resolved[]> => {
    if (!mayLeadOutside(url.href)) throw new OutgoingError('refused_address');
    const host = hostOf(url);
    const family = isIP(host);
    const found = family > 0 ? [{ address: host, family }] : await inTime(resolve(host), signal);
    if (found.length === 0) throw new OutgoingError('unknown_name');
    if (!found.every(({ address }) => isPublic(address))) throw new OutgoingError('refused_address');
    return found;
  };

  return {
    async post(address, { headers, body, signal }) {
      const late = AbortSignal.timeout(OUTGOING_MS);
      const ended = AbortSignal.any([late, signal]);
      try {
        const url = new URL(address);
        const targets = await targetsOf(url, ended);
        return await send(url, targets, { headers, body, signal: ended });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (late.aborted) throw new OutgoingError('timeout', error);
        throw error instanceof OutgoingError ? error : new OutgoingError(problemOf(error), error);
      }
    },
  };

  function send(
    url: URL,
    targets: readonly Resolved[],
    { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
  ): Promise<OutgoingAnswer> {
    const reached = targets.map((target) => reach(target, Number(url.port || '443')));
    const [first] = reached as [Resolved & { port: number }];
    // The connection is made to what was looked at: the name is never resolved again.
    const checked: LookupFunction = (_host, { all }, done) =>
      all ? done(null, reached) : done(null, first.address, first.family);
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          method: 'POST',
          host: hostOf(url),
          port: first.port,
          path: `${url.pathname}${url.search}`,
          headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
          lookup: checked,
          // A connection of its own, so that none is used again that another name led to.
          agent: false,
          signal,
          ...(ca && { ca }),
        },
        (answer) => {
          const read: Buffer[] = [];
          let length = 0;
          const end = () => {
            resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(read).subarray(0, MOST_READ) });
            answer.destroy();
          };
          answer.on('data', (part: Buffer) => {
            read.push(part);
            length += part.length;
            if (length >= MOST_READ) end();
          });
          answer.on('end', end);
          answer.on('error', reject);
          answer.on('close', () => reject(new OutgoingError('connection')));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

/** A resolver cannot be called off; nobody waits for it any longer. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  work.catch(() => undefined);
  aborted.promise.catch(() => undefined);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const OF_NAMES = ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME'];
const OF_CERTIFICATES = /CERT|SIGNATURE|ERR_TLS_|SSL/;

function problemOf(error: unknown): OutgoingProblem {
  const { code = '' } = error as { code?: string };
  if (OF_NAMES.includes(code)) return 'unknown_name';
  return OF_CERTIFICATES.test(code) ? 'certificate' : 'connection';
}
