import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { OutgoingOverrides, ResolvedAddress } from '../src/platform/security/outgoing.ts';

// A webhook receiver with its own certificate for `receiver.example`.

const pem = (name: string) => readFileSync(resolve(import.meta.dirname, `tls/receiver-${name}.pem`), 'utf8');

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type AnswerTo = (received: ReceivedRequest, response: ServerResponse) => void;

export interface WebhookReceiver {
  /** Received requests, oldest first. */
  received: ReceivedRequest[];
  /** Sets the response from now on. Default: 204 without a body. */
  respondWith(answer: AnswerTo | number): void;
  /** Overrides of outgoing HTTP: every name resolves to a public address, which leads to this machine. */
  outgoing: OutgoingOverrides;
  /** Names that were resolved. */
  resolved: string[];
  /** Sets the results of the next name resolutions, in turn; the last one repeats. */
  resolveNamesTo(...found: string[][]): void;
  /** Addresses of the connections. */
  reached: string[];
  /** Forgets all requests and restores the defaults. */
  reset(): void;
  close(): Promise<void>;
}

/** A public address, to which no connection is made. */
const OUTSIDE = '8.8.8.8';

export async function openReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  const resolved: string[] = [];
  const reached: string[] = [];
  let found: string[][] = [[OUTSIDE]];
  const usual: AnswerTo = (_, response) => void response.writeHead(204).end();
  let answer = usual;
  const server: Server = createServer({ key: pem('key'), cert: pem('cert') }, (incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const request = {
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(parts).toString('utf8'),
      };
      received.push(request);
      answer(request, response);
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    received,
    resolved,
    reached,
    respondWith(next) {
      answer = typeof next === 'number' ? (_, response) => void response.writeHead(next).end() : next;
    },
    resolveNamesTo: (...all) => {
      found = all;
    },
    outgoing: {
      async resolve(name) {
        resolved.push(name);
        const addresses = (found.length > 1 ? found.shift() : found[0]) ?? [];
        return addresses.map(
          (address): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 }),
        );
      },
      connectTo({ address }) {
        reached.push(address);
        return { address: '127.0.0.1', family: 4, port };
      },
      ca: pem('cert'),
    },
    reset() {
      for (const list of [received, resolved, reached]) list.length = 0;
      found = [[OUTSIDE]];
      answer = usual;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
