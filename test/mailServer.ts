import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  mail: Email;
  /** Tells whether the mail came over TLS. */
  secure: boolean;
}

export interface MailServer {
  port: number;
  url: string;
  /** Accepted mails, oldest first. */
  received: ReceivedMail[];
  close(): Promise<void>;
}

/** Starts a mail server on the loopback interface that accepts every mail, unless `options` say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope: { mailFrom, rcptTo }, secure }, done) {
      received.push({
        mail: await PostalMime.parse(await buffer(stream)),
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        secure,
      });
      done();
    },
    ...options,
  });
  // A client that breaks off is no error of the test.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    close: () => new Promise((closed) => server.close(closed)),
  };
}
