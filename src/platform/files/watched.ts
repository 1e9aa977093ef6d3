import { Failure } from '../../contract/failure.ts';
import type { Metrics } from '../metrics.ts';
import type { Outage } from '../outages.ts';
import type { FileStore } from './store.ts';

/** What a disk says that is gone or not ours any more: nobody who waits can help it. One that is full still reads. */
const OF_THE_DISK = ['EIO', 'EROFS', 'ESTALE', 'ENOTCONN', 'EACCES', 'EMFILE'];

const isAway = (error: unknown) =>
  error instanceof Failure
    ? error.code === 'unavailable'
    : OF_THE_DISK.includes((error as { code?: string }).code ?? '');

/** `store`, whose calls are timed and which is known to be away as soon as one fails for that reason. */
export function watchStore(store: FileStore, metrics: Pick<Metrics, 'files'>, outage: Outage): FileStore {
  const watched =
    <A extends unknown[], T>(operation: string, call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const begun = performance.now();
      const end = (result: string) =>
        metrics.files.observe((performance.now() - begun) / 1000, [operation, result]);
      try {
        const answer = await call(...args);
        end('ok');
        outage.worked();
        return answer;
      } catch (error) {
        end('failed');
        if (isAway(error)) outage.failed(error);
        throw error;
      }
    };
  return {
    put: watched('put', store.put),
    read: watched('read', store.read),
    size: watched('size', store.size),
    remove: watched('remove', store.remove),
    dropUnfinished: watched('dropUnfinished', store.dropUnfinished),
    check: watched('check', store.check),
    async *list(area) {
      try {
        yield* store.list(area);
      } catch (error) {
        if (isAway(error)) outage.failed(error);
        throw error;
      }
    },
  };
}
