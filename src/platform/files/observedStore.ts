import { Failure } from '../../shared/failure.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Outage } from '../observability/outages.ts';
import type { FileStore } from './store.ts';

/**
 * Error codes of a disk that is unavailable, which no caller can fix. A full disk is not one: it can still be
 * read.
 */
const DISK_OUTAGES = ['EIO', 'EROFS', 'ESTALE', 'ENOTCONN', 'EACCES', 'EMFILE'];

const isOutage = (error: unknown) =>
  error instanceof Failure
    ? error.code === 'unavailable'
    : DISK_OUTAGES.includes((error as { code?: string }).code ?? '');

/** Wraps `store`: records the duration of each operation, and reports outages and recoveries. */
export function observeStore(store: FileStore, metrics: Pick<Metrics, 'files'>, outage: Outage): FileStore {
  const timed =
    <A extends unknown[], T>(operation: string, call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const startedAt = performance.now();
      const end = (result: string) =>
        metrics.files.observe((performance.now() - startedAt) / 1000, [operation, result]);
      try {
        const answer = await call(...args);
        end('ok');
        outage.reportSuccess();
        return answer;
      } catch (error) {
        end('failed');
        if (isOutage(error)) outage.reportFailure(error);
        throw error;
      }
    };
  return {
    put: timed('put', store.put),
    read: timed('read', store.read),
    size: timed('size', store.size),
    remove: timed('remove', store.remove),
    dropUnfinished: timed('dropUnfinished', store.dropUnfinished),
    check: timed('check', store.check),
    async *list(area) {
      try {
        yield* store.list(area);
      } catch (error) {
        if (isOutage(error)) outage.reportFailure(error);
        throw error;
      }
    },
  };
}
