import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { untilAborted } from '../../shared/async.ts';
import { webhookAddressProblem } from '../../shared/webhookAddress.ts';

// Requests to addresses that users enter. They never reach this machine or its network, whatever name or
// notation is used (SSRF protection).

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Parts that tests replace; production uses `WAYS`. */
export interface OutgoingOverrides {
  /** Returns all addresses of a name. */
  resolve: (name: string) => Promise<ResolvedAddress[]>;
  /** Returns the address and port to connect to, after `target` was found to be public. */
  connectTo: (target: ResolvedAddress, port: number) => ResolvedAddress & { port: number };
  /** Certificate authority that replaces the usual ones. */
  ca: string | undefined;
}

const WAYS: OutgoingOverrides = {
  resolve: (name) => lookup(name, { all: true }),
  connectTo: (target, port) => ({ ...target, port }),
  ca: undefined,
};

/** Reason why a request got no response. */
export type OutgoingProblem = 'refused_address' | 'unknown_name' | 'certificate' | 'timeout' | 'connection';

export class OutgoingError extends Error {
  readonly problem: OutgoingProblem;
  constructor(problem: OutgoingProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

export interface OutgoingResponse {
  status: number;
  /** The first `MAX_RESPONSE_BYTES` bytes of the body. */
  body: Buffer;
}

export interface Outgoing {
  /**
   * Sends a POST and returns the response, whatever its status; redirects are not followed. Throws
   * `OutgoingError`, or the reason of `signal`.
   */
  post(
    address: string,
    sent: { headers: Record<string, string>; body: string; signal: AbortSignal },
  ): Promise<OutgoingResponse>;
}

/** Timeout of the whole exchange in ms: name, connection, request and response. */
export const OUTGOING_TIMEOUT_MS = 5000;
export const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Returns whether `address` may lead to the public network. Where a name leads is checked again once it is
 * resolved.
 */
export function mayBePublic(address: string): boolean {
  if (webhookAddressProblem(address) !== null) return false;
  const host = hostOf(new URL(address));
  return isIP(host) === 0 ? !/(^|\.)localhost\.?$/.test(host) : isPublicAddress(host);
}

/** Returns the host of a URL, IPv6 without brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Reserved ranges that ipaddr.js does not know: documentation (RFC 9637), segment routing (RFC 9602). */
const RESERVED_V6 = ['3fff::/20', '5f00::/16'].map((range) => ipaddr.IPv6.parseCIDR(range));
/** Marker of ISATAP: the last 32 bits are an IPv4 address, possibly private. */
const ISATAP = [0x5efe];

/** Returns whether an IP address is publicly routable. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (!(parsed instanceof ipaddr.IPv6)) return true;
  const [, , , , before = 0, marker = 0] = parsed.parts;
  if (ISATAP.includes(marker) && (before & ~0x0200) === 0) return false;
  return parsed.match(GLOBAL_V6) && !RESERVED_V6.some((range) => parsed.match(range));
}

export function createOutgoing(ways: Partial<OutgoingOverrides> = {}): Outgoing {
  const { resolve, connectTo, ca } = { ...WAYS, ...ways };

  /** Resolves the name once and checks each address: a single private one refuses the whole name. */
  const targetsOf = async (url: URL, signal: AbortSignal): Promise<ResolvedAddress[]> => {
    if (!mayBePublic(url.href)) throw new OutgoingError('refused_address');
    const host = hostOf(url);
    const family = isIP(host);
    // A DNS lookup cannot be cancelled.
    const found = family > 0 ? [{ address: host, family }] : await untilAborted(resolve(host), signal);
    if (found.length === 0) throw new OutgoingError('unknown_name');
    if (!found.every(({ address }) => isPublicAddress(address))) throw new OutgoingError('refused_address');
    return found;
  };

  return {
    async post(address, { headers, body, signal }) {
      const late = AbortSignal.timeout(OUTGOING_TIMEOUT_MS);
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
    targets: readonly ResolvedAddress[],
    { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
  ): Promise<OutgoingResponse> {
    const reached = targets.map((target) => connectTo(target, Number(url.port || '443')));
    const [first] = reached as [ResolvedAddress & { port: number }];
    // Connect to the checked addresses. Resolving again would permit DNS rebinding.
    const checked: LookupFunction = (_host, { all }, done) =>
      all ? done(null, reached) : done(null, first.address, first.family);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          method: 'POST',
          host: hostOf(url),
          port: first.port,
          path: `${url.pathname}${url.search}`,
          headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
          lookup: checked,
          // No connection reuse: a pooled connection could have been opened for another name.
          agent: false,
          signal,
          ...(ca && { ca }),
        },
        (answer) => {
          const chunks: Buffer[] = [];
          let length = 0;
          const end = () => {
            resolve({
              status: answer.statusCode ?? 0,
              body: Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES),
            });
            answer.destroy();
          };
          answer.on('data', (part: Buffer) => {
            chunks.push(part);
            length += part.length;
            if (length >= MAX_RESPONSE_BYTES) end();
          });
          answer.on('end', end);
          answer.on('error', reject);
          answer.on('close', () => reject(new OutgoingError('connection')));
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

const NAME_ERRORS = ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME'];
const CERTIFICATE_ERROR = /CERT|SIGNATURE|ERR_TLS_|SSL/;

function problemOf(error: unknown): OutgoingProblem {
  const { code = '' } = error as { code?: string };
  if (NAME_ERRORS.includes(code)) return 'unknown_name';
  return CERTIFICATE_ERROR.test(code) ? 'certificate' : 'connection';
}
