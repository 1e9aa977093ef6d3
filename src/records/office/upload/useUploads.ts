import { useCallback, useEffect, useRef, useState } from 'react';
import { storePicture } from '../../../shared/pictures.ts';
import { callEndpoint } from '../callEndpoint.ts';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';
import { remainingText } from './remaining.ts';

export interface Upload {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  /** Upload progress, 0 to 1. */
  progress: number;
  remaining: string | null;
  /** Reason of the failure. */
  message: string | null;
  /** The file itself was refused: a retry would fail again. */
  isRefused: boolean;
}

let lastId = 0;

/**
 * Uploads pictures to the library one after another. Each can be cancelled, and failed ones can be retried.
 * `onSent` gets the file and the uuid of the stored picture.
 */
export function useUploads(onSent: (file: File, uuid: string) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [attempts, setAttempts] = useState(0);
  const sending = useRef<{ id: number; control: AbortController } | null>(null);
  const sent = useRef(onSent);
  sent.current = onSent;

  const change = useCallback(
    (id: number, values: Partial<Upload>) =>
      setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...values } : upload))),
    [],
  );
  const drop = useCallback((id: number) => setUploads((all) => all.filter((upload) => upload.id !== id)), []);

  const send = useCallback(
    async ({ id, file }: Upload) => {
      const control = new AbortController();
      sending.current = { id, control };
      change(id, { state: 'sending', progress: 0, remaining: null, message: null });
      const since = performance.now();
      const input = { body: {}, files: { image: file } };
      try {
        const { data } = await withReauth(() =>
          callEndpoint(storePicture, input, {
            signal: control.signal,
            onProgress: (done, total) =>
              change(id, {
                progress: total ? done / total : 0,
                remaining: remainingText(done, total, performance.now() - since),
              }),
          }),
        );
        drop(id);
        sent.current(file, data.uuid);
      } catch (error) {
        if (control.signal.aborted) drop(id);
        else {
          const { code, fields, message } = failureFrom(error);
          const isRefused = code === 'invalid' || code === 'too_large';
          change(id, { state: 'failed', isRefused, message: fields?.image?.[0] ?? message });
        }
      } finally {
        sending.current = null;
        setAttempts((count) => count + 1);
      }
    },
    [change, drop],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after each upload
  useEffect(() => {
    const next = uploads.find(({ state }) => state === 'waiting');
    if (next && !sending.current) void send(next);
  }, [uploads, attempts, send]);
  useEffect(() => () => sending.current?.control.abort(), []);

  return {
    uploads,
    add: (files: readonly File[]) =>
      setUploads((all) => [
        ...all,
        ...files.map((file): Upload => {
          lastId += 1;
          const nothing = { progress: 0, remaining: null, message: null, isRefused: false };
          return { id: lastId, file, state: 'waiting', ...nothing };
        }),
      ]),
    cancel: (id: number) => (sending.current?.id === id ? sending.current.control.abort() : drop(id)),
    retry: (id: number) => change(id, { state: 'waiting', message: null }),
  };
}
