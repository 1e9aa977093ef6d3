import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { OutgoingWays, Resolved } from '../src/platform/outgoing.ts';

// Another system on the network, with a certificate of its own for `receiver.example`.

const pem = (name: string) => readFileSync(resolve(import.meta.dirname, `tls/receiver-${name}.pem`), 'utf8');

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type AnswerTo = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  /** The first one first. */
  received: Received[];
  /** What it answers from now on; 204 without a word is usual. */
  answers(answer: AnswerTo | number): void;
  /** How it is reached: every name is at an address of the open network, which is this machine. */
  ways: OutgoingWays;
  /** The names that were resolved. */
  resolved: string[];
  /** What names are resolved to, one after the other; the last of them from then on. */
  names(...found: string[][]): void;
  /** The addresses that connections were made to. */
  reached: string[];
  /** Forgets what came, and is as it was at first. */
  reset(): void;
  close(): Promise<void>;
}

/** Of the open network, and nobody asks there. */
const OUTSIDE = '8.8.8.8';

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const resolved: string[] = [];
  const reached: string[] = [];
  let found: string[][] = [[OUTSIDE]];
  const usual: AnswerTo = (_, response) => void response.writeHead(204).end();
  let answer = usual;
  const server: Server = createServer({ key: pem('key'), cert: pem('cert') }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      };
      received.push(one);
      answer(one, response);
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
    answers(next) {
      answer = typeof next === 'number' ? (_, response) => void response.writeHead(next).end() : next;
    },
    names: (...all) => {
      found = all;
    },
    ways: {
      async resolve(name) {
        resolved.push(name);
        const addresses = (found.length > 1 ? found.shift() : found[0]) ?? [];
        return addresses.map((address): Resolved => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
      reach({ address }) {
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
