/**
 * Returns whether a host is this machine, where connections may be unencrypted: a loopback name or address,
 * or the folder of a Unix socket.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return ['', 'localhost', '::1'].includes(name) || name.startsWith('/') || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * Returns whether an address leads to another machine. Invalid addresses count as local; another rule reports
 * them.
 */
export const isRemoteAddress = (address: string) => !isLoopbackHost(URL.parse(address)?.hostname ?? '');

/**
 * Returns whether a database connection leaves the machine without encryption or without authenticating the
 * server.
 */
export function isUnencryptedDatabase(url: string): boolean {
  const { hostname = '', searchParams } = URL.parse(url) ?? { searchParams: new URLSearchParams() };
  const last = (name: string) => searchParams.getAll(name).at(-1);
  const host = last('host') ?? decodeURIComponent(hostname);
  return !isLoopbackHost(host) && last('sslmode') !== 'verify-full';
}

export const isUnencryptedAddress = (address: string) =>
  address.startsWith('http:') && isRemoteAddress(address);

/** Returns whether mail to this server must be encrypted: always, unless it is this machine. */
export const requiresTls = (smtpUrl: string) => isRemoteAddress(smtpUrl);

/** Parameters of a mail server's address that would disable TLS or the check of its certificate. */
const SOFTENED = ['ignoreTLS', 'requireTLS', 'opportunisticTLS', 'tls.rejectUnauthorized'];

export function hasWeakenedTls(smtpUrl: string): boolean {
  return requiresTls(smtpUrl) && SOFTENED.some((name) => URL.parse(smtpUrl)?.searchParams.has(name));
}
