import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { sentBytes } from './sockets.ts';

/** Limits of response data that clients have not taken. */
export interface UnsentLimits {
  /** Bytes of unsent responses by address. */
  unsentPerAddress: number;
  /** Bytes of unsent responses of all addresses together. */
  totalUnsent: number;
  /** Pipelined requests of one connection that wait for their responses. */
  pipelinedPerConnection: number;
}

export interface UnsentOptions {
  limits: UnsentLimits;
  /** Returns the address to which a response counts. */
  callerOf: (request: IncomingMessage) => string;
  /** Counts a connection that was ended. */
  ended: (reason: 'unsent' | 'pipelined') => void;
}

interface Connection {
  socket: Socket;
  /** Requests without a finished response. */
  requests: number;
  /** Responses that wait behind another one of the same connection. They buffer their data themselves. */
  queued: Set<ServerResponse>;
  /** Account of the address while the connection holds unsent bytes. */
  account: Account | null;
  /** Unsent bytes at the last refresh. They only shrink until the next one. */
  bytes: number;
  /** Request whose response was written last, its start, and the bytes that the client had taken by then. */
  request: IncomingMessage | null;
  begun: number;
  sent: number;
  closes: boolean;
}

interface Account {
  address: string;
  bytes: number;
  connections: Set<Connection>;
}

type ResponseClass = new (request: IncomingMessage, options?: object) => ServerResponse;

/**
 * Limits the memory of responses that clients do not take, below all routes. The returned class replaces
 * Node's `ServerResponse` and counts after each write what the socket still holds. Beyond a limit, the
 * connection that needs the longest for its rest ends. A buffer that many responses share counts once for
 * each.
 */
export function createUnsentLimiter({ limits, callerOf, ended }: UnsentOptions) {
  const connections = new WeakMap<Socket, Connection>();
  const accounts = new Map<string, Account>();
  let total = 0;

  const connectionOf = (socket: Socket): Connection => {
    let found = connections.get(socket);
    if (!found) {
      found = {
        socket,
        requests: 0,
        queued: new Set(),
        account: null,
        bytes: 0,
        request: null,
        begun: 0,
        sent: 0,
        closes: false,
      };
      connections.set(socket, found);
    }
    return found;
  };

  const setBytes = (connection: Connection, bytes: number) => {
    const { account } = connection;
    if (!account) return;
    account.bytes += bytes - connection.bytes;
    total += bytes - connection.bytes;
    connection.bytes = bytes;
    if (bytes > 0) return;
    connection.account = null;
    account.connections.delete(connection);
    if (account.connections.size === 0) accounts.delete(account.address);
  };

  const refresh = (connection: Connection) => setBytes(connection, unsentOf(connection));
  const refreshAll = (account: Account) => {
    for (const connection of account.connections) refresh(connection);
  };

  const open = (connection: Connection, request: IncomingMessage) => {
    const address = callerOf(request);
    if (connection.account?.address !== address) {
      setBytes(connection, 0);
      const account = accounts.get(address) ?? { address, bytes: 0, connections: new Set() };
      accounts.set(address, account);
      account.connections.add(connection);
      connection.account = account;
    }
    connection.request = request;
    connection.begun = performance.now();
    connection.sent = sentBytes(connection.socket);
    if (connection.closes) return;
    connection.closes = true;
    connection.socket.once('close', () => setBytes(connection, 0));
  };

  const endSlowest = (account: Account) => {
    const now = performance.now();
    let slowest: Connection | null = null;
    let longest = -1;
    for (const connection of account.connections) {
      const left = secondsLeft(connection, now);
      if (left > longest) [slowest, longest] = [connection, left];
    }
    if (!slowest) return;
    setBytes(slowest, 0);
    ended('unsent');
    slowest.socket.destroy();
  };

  /** Enforces the limits. Refreshes the counts first, because most clients took data meanwhile. */
  const enforceLimits = (account: Account) => {
    if (account.bytes > limits.unsentPerAddress) {
      refreshAll(account);
      // An address with a single response, however large, exceeds only the total limit.
      while (account.bytes > limits.unsentPerAddress && !isOneAnswer(account)) endSlowest(account);
    }
    if (total > limits.totalUnsent) {
      for (const account of accounts.values()) refreshAll(account);
      while (total > limits.totalUnsent) endSlowest(heaviestOf(accounts));
    }
  };

  const count = (connection: Connection, response: ServerResponse) => {
    const { socket } = connection;
    const isQueued = response.socket === null;
    if (response.writableLength === 0 || socket.destroyed) return;
    const { req: request } = response;
    if (isQueued) connection.queued.add(response);
    if (!connection.account || (!isQueued && connection.request !== request)) open(connection, request);
    refresh(connection);
    if (connection.account) enforceLimits(connection.account);
  };

  const countRequest = (connection: Connection) => {
    connection.requests += 1;
    if (connection.requests <= limits.pipelinedPerConnection || connection.socket.destroyed) return;
    ended('pipelined');
    setBytes(connection, 0);
    connection.socket.destroy();
  };

  class CountedResponse extends (ServerResponse as ResponseClass) {
    readonly #connection: Connection;

    constructor(request: IncomingMessage, options?: object) {
      super(request, options);
      this.#connection = connectionOf(request.socket);
      countRequest(this.#connection);
    }

    override write(...args: unknown[]): boolean {
      const isTaken = super.write(...(args as [unknown]));
      count(this.#connection, this);
      return isTaken;
    }

    override end(...args: unknown[]): this {
      super.end(...(args as []));
      count(this.#connection, this);
      return this;
    }

    override detachSocket(socket: Socket): void {
      super.detachSocket(socket);
      this.#connection.requests -= 1;
    }
  }

  return {
    ServerResponse: CountedResponse as unknown as typeof ServerResponse,
    /** Returns the unsent bytes of all responses. */
    bytes(): number {
      for (const account of accounts.values()) refreshAll(account);
      return total;
    },
  };
}

function unsentOf({ socket, queued }: Connection): number {
  if (socket.destroyed) return 0;
  let bytes = socket.writableLength;
  for (const response of queued) {
    if (response.socket || response.destroyed || response.writableFinished) queued.delete(response);
    else bytes += response.writableLength;
  }
  return bytes;
}

/** Estimates the seconds until the client has taken everything, by its rate. Favours young connections. */
function secondsLeft({ bytes, begun, sent, socket }: Connection, now: number): number {
  return (bytes * (now - begun)) / 1000 / (sentBytes(socket) - sent + 1);
}

function isOneAnswer({ connections }: Account): boolean {
  const [only, another] = connections;
  return another === undefined && only !== undefined && only.queued.size === 0;
}

function heaviestOf(accounts: Map<string, Account>): Account {
  return [...accounts.values()].reduce((a, b) => (b.bytes > a.bytes ? b : a));
}
