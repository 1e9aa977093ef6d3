import type { IncomingMessage } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import { addressIn, callerKey } from '../limits.ts';

/** Returns whether an address belongs to a trusted proxy. */
export type Trusts = (address: string | undefined, hop: number) => boolean;

/** Returns a test for addresses, with or without a port, of the proxies of `TRUST_PROXY`. */
export function createTrust(proxies: string): Trusts {
  const names = proxies
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) return () => false;
  const known = compile(names);
  return (text, hop) => {
    const address = addressIn(text);
    return address !== null && known(address, hop);
  };
}

/** Returns the caller's key for limits: the address of `request`, as trusted proxies forward it. */
export function callerOf(request: IncomingMessage, trusts: Trusts): string {
  const peer = request.socket.remoteAddress ?? '';
  return callerKey(trusts(peer, 0) ? proxyAddr(request, trusts as (address: string) => boolean) : peer);
}

/** Returns whether `TRUST_PROXY` may have this value: addresses and ranges, no host names. */
export function areProxies(proxies: string): boolean {
  try {
    createTrust(proxies);
    return true;
  } catch {
    return false;
  }
}
