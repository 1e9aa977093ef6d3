import { useCallback, useEffect, useRef, useState } from 'react';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { callEndpoint } from '../callEndpoint.ts';
import { failureFrom } from '../load.ts';
import { withReauth } from '../session.ts';
import { remainingText } from './remaining.ts';

export interface Upload {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  /** How much has left, 0 to 1. */
  share: number;
  remaining: string | null;
  /** Why it failed. */
  message: string | null;
  /** It is the file that failed: the same would fail again. */
  isUseless: boolean;
}

let lastId = 0;

/**
 * Sends files one after another; each can be called back, and what failed is kept to be sent again. `onSent` gets the
 * file and the code by which it is stored.
 */
export function useUploads(endpoint: Endpoint, onSent: (file: File, uuid: string) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [wanted, setWanted] = useState(0);
  const sending = useRef<{ id: number; control: AbortController } | null>(null);
  const sent = useRef(onSent);
  sent.current = onSent;

  const change = useCallback(
    (id: number, values: Partial<Upload>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...values } : one))),
    [],
  );
  const drop = useCallback((id: number) => setUploads((all) => all.filter((one) => one.id !== id)), []);

  const send = useCallback(
    async ({ id, file }: Upload) => {
      const control = new AbortController();
      sending.current = { id, control };
      change(id, { state: 'sending', share: 0, remaining: null, message: null });
      const since = performance.now();
      try {
        const answer = await withReauth(() =>
          callEndpoint(endpoint, { body: {}, files: { image: file } } as never, {
            signal: control.signal,
            onProgress: (done, total) =>
              change(id, {
                share: total ? done / total : 0,
                remaining: remainingText(done, total, performance.now() - since),
              }),
          }),
        );
        drop(id);
        sent.current(file, (answer as unknown as { data: { uuid: string } }).data.uuid);
      } catch (error) {
        if (control.signal.aborted) drop(id);
        else {
          const { code, fields, message } = failureFrom(error);
          const isUseless = code === 'invalid' || code === 'too_large';
          change(id, { state: 'failed', isUseless, message: fields?.image?.[0] ?? message });
        }
      } finally {
        sending.current = null;
        setWanted((count) => count + 1);
      }
    },
    [endpoint, change, drop],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again once one has left
  useEffect(() => {
    const next = uploads.find(({ state }) => state === 'waiting');
    if (next && !sending.current) void send(next);
  }, [uploads, wanted, send]);
  useEffect(() => () => sending.current?.control.abort(), []);

  return {
    uploads,
    add: (files: readonly File[]) =>
      setUploads((all) => [
        ...all,
        ...files.map((file): Upload => {
          lastId += 1;
          const nothing = { share: 0, remaining: null, message: null, isUseless: false };
          return { id: lastId, file, state: 'waiting', ...nothing };
        }),
      ]),
    cancel: (id: number) => (sending.current?.id === id ? sending.current.control.abort() : drop(id)),
    retry: (id: number) => change(id, { state: 'waiting', message: null }),
  };
}
