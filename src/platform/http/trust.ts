import type { IncomingMessage } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import { addressIn, callerKey } from '../limits.ts';

export type Trusts = (address: string | undefined, hop: number) => boolean;

/** Whether an address, with a port or without, is one of the proxies of `TRUST_PROXY`. */
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

/** Returns the key of the caller of `request`, as limits count it, by the addresses that trusted proxies forward. */
export function callerOf(request: IncomingMessage, trusts: Trusts): string {
  const peer = request.socket.remoteAddress ?? '';
  return callerKey(trusts(peer, 0) ? proxyAddr(request, trusts as (address: string) => boolean) : peer);
}

/** Returns whether `TRUST_PROXY` may have this value: addresses and ranges, no names of machines. */
export function areProxies(proxies: string): boolean {
  try {
    createTrust(proxies);
    return true;
  } catch {
    return false;
  }
}
