import { compile } from '@fastify/proxy-addr';
import { addressIn } from '../limits.ts';

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

/** Returns whether `TRUST_PROXY` may have this value: addresses and ranges, no names of machines. */
export function areProxies(proxies: string): boolean {
  try {
    createTrust(proxies);
    return true;
  } catch {
    return false;
  }
}
