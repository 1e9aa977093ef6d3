/** Whether a host is this machine, to which a line may be plain: a name of the loopback, or the folder of a socket. */
export function isOfThisMachine(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return ['', 'localhost', '::1'].includes(name) || name.startsWith('/') || /^127(\.\d{1,3}){3}$/.test(name);
}

/** An address that is none is told of elsewhere. */
export const leavesMachine = (address: string) => !isOfThisMachine(URL.parse(address)?.hostname ?? '');

/** Whether rows would cross the network readable, or be told to whoever answers in the server's place. */
export function isPlainDatabase(url: string): boolean {
  const { hostname = '', searchParams } = URL.parse(url) ?? { searchParams: new URLSearchParams() };
  const last = (name: string) => searchParams.getAll(name).at(-1);
  const host = last('host') ?? decodeURIComponent(hostname);
  return !isOfThisMachine(host) && last('sslmode') !== 'verify-full';
}

export const isPlainAddress = (address: string) => address.startsWith('http:') && leavesMachine(address);

/** Whether mails to this server have to be encrypted: those that leave the machine. */
export const needsTls = (smtpUrl: string) => leavesMachine(smtpUrl);

/** What would take that back where it stands in a mail server's address. */
const SOFTENED = ['ignoreTLS', 'requireTLS', 'opportunisticTLS', 'tls.rejectUnauthorized'];

export function isSoftenedMail(smtpUrl: string): boolean {
  return needsTls(smtpUrl) && SOFTENED.some((name) => URL.parse(smtpUrl)?.searchParams.has(name));
}
