import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { Failure } from '../../../shared/failure.ts';
import { callerKey } from '../../security/rateLimits.ts';
import { onRequestEnd, requestSignal } from './requestEnd.ts';
import { slowestOf } from './slowest.ts';
import { sentBytes } from './sockets.ts';

/** Limits of files that responses read at once. */
export interface OpenFileLimits {
  /** Files that responses to one address read at once. */
  filesPerAddress: number;
  /** Limit of all addresses together. */
  totalFiles: number;
  /** Time before a response may be ended in favour of another file. */
  filePatienceMs: number;
  /** Longest wait for a slot. */
  fileWaitMs: number;
}

const BUSY = 'Muita gente abre arquivos agora. Tente de novo em instantes.';
const RETRY_SECONDS = 10;

interface OpenFile {
  address: string;
  socket: Socket;
  begun: number;
  /** Bytes that the client had taken before. */
  sent: number;
}

interface Waiting {
  address: string;
  admit(): void;
}

export type OpenFiles = ReturnType<typeof createOpenFiles>;

/** Limits the files that responses read at once, and so descriptors and connections to the file store. */
export function createOpenFiles(limits: OpenFileLimits) {
  const open = new Set<OpenFile>();
  const counts = new Map<string, number>();
  const queue = new Set<Waiting>();

  const isFull = (address: string) => (counts.get(address) ?? 0) >= limits.filesPerAddress;
  const hasRoom = (address: string) => open.size < limits.totalFiles && !isFull(address);

  const take = (reply: FastifyReply, address: string) => {
    const { socket } = reply.request.raw;
    const file = { address, socket, begun: performance.now(), sent: sentBytes(socket) };
    open.add(file);
    counts.set(address, (counts.get(address) ?? 0) + 1);
    onRequestEnd(reply, () => {
      open.delete(file);
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
      admitWaiting();
    });
  };

  const admitWaiting = () => {
    for (const waiting of queue) {
      if (open.size >= limits.totalFiles) return;
      if (!isFull(waiting.address)) waiting.admit();
    }
  };

  /** Ends the slowest response; of the same address, if that is at its limit. Spares young ones. */
  const endSlowest = (address: string) => {
    const isOwn = isFull(address);
    const candidates = open
      .values()
      .filter((file) => !file.socket.destroyed && (!isOwn || file.address === address));
    slowestOf(
      candidates,
      limits.filePatienceMs,
      ({ socket, sent }) => sentBytes(socket) - sent,
    )?.socket.destroy();
  };

  const wait = (reply: FastifyReply, address: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const signal = requestSignal(reply);
    const leave = () => {
      queue.delete(waiting);
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
    };
    const abandon = () => {
      leave();
      reject(new Failure('too_slow'));
    };
    const waiting: Waiting = {
      address,
      admit() {
        leave();
        take(reply, address);
        resolve();
      },
    };
    const timer = setTimeout(() => {
      leave();
      reject(new Failure('unavailable', BUSY, { retryAfter: RETRY_SECONDS }));
    }, limits.fileWaitMs);
    signal.addEventListener('abort', abandon);
    queue.add(waiting);
    endSlowest(address);
    return promise;
  };

  return {
    /**
     * Waits until the response is the next one of its connection and has a slot, which it holds until it
     * ends. Rejects when the caller leaves, or after the longest wait. Must be called before a file is opened
     * for a response.
     */
    async enter(reply: FastifyReply): Promise<void> {
      await untilNext(reply);
      const address = callerKey(reply.request.ip);
      if (requestSignal(reply).aborted) throw new Failure('too_slow');
      if (hasRoom(address)) take(reply, address);
      else await wait(reply, address);
    },
    count: () => open.size,
  };
}

/** Waits for the socket of a pipelined response, which it gets when all responses before it are sent. */
async function untilNext(reply: FastifyReply): Promise<void> {
  if (reply.raw.socket) return;
  const signal = requestSignal(reply);
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  reply.raw.once('socket', end);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  await promise;
  reply.raw.off('socket', end);
  signal.removeEventListener('abort', end);
}
