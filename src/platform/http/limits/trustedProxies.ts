import type { IncomingMessage } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import { callerKey, parseIpAddress } from '../../security/rateLimits.ts';

/** Returns whether an address belongs to a trusted proxy. */
export type IsTrustedProxy = (address: string | undefined, hop: number) => boolean;

/** Returns a test for addresses, with or without a port, of the proxies of `TRUST_PROXY`. */
export function createProxyTrust(proxies: string): IsTrustedProxy {
  const names = proxies
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) return () => false;
  const known = compile(names);
  return (text, hop) => {
    const address = parseIpAddress(text);
    return address !== null && known(address, hop);
  };
}

/** Returns the caller's key for limits: the address of `request`, as trusted proxies forward it. */
export function callerKeyOf(request: IncomingMessage, trusts: IsTrustedProxy): string {
  const peer = request.socket.remoteAddress ?? '';
  return callerKey(trusts(peer, 0) ? proxyAddr(request, trusts as (address: string) => boolean) : peer);
}

/** Returns whether `TRUST_PROXY` may have this value: addresses and ranges, no host names. */
export function isTrustProxyValid(proxies: string): boolean {
  try {
    createProxyTrust(proxies);
    return true;
  } catch {
    return false;
  }
}
