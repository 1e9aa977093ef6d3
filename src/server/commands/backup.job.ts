import { z } from 'zod';
import type { BackupSummary } from '../../platform/backup/make.ts';
import { nextTimeOfDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobKind, Lane } from '../../platform/jobs/jobKind.ts';
import { programUrl } from '../../platform/paths.ts';
import { startChild } from '../../platform/processes/children.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/dates.ts';

const backups: Lane = { concurrency: 1 };

const kindOf = ({ BACKUP_AT, BACKUP_EVERY }: Config): JobKind<object> => ({
  name: 'backup',
  payload: z.object({}),
  lane: backups,
  attempts: 6,
  retry: { first: 5 * MINUTE_MS, last: HOUR_MS },
  // The first backup copies all files.
  timeLimit: DAY_MS,
  recurrence: BACKUP_EVERY ? { period: BACKUP_EVERY } : { next: (now) => nextTimeOfDay(now, BACKUP_AT) },
});

/** A backup takes far less. The job's own limit ends a backup that hangs in a store. */
const DEADLINE = { cpuMs: 12 * HOUR_MS, elapsedMs: DAY_MS };

/** Defines the scheduled backup, if `BACKUP_TO` is set. A child process reads, compresses and encrypts. */
export function backupJobs(deps: Deps): void {
  if (!deps.config.BACKUP_TO) return;
  deps.jobs.define(kindOf(deps.config), {
    async run(_, { signal }) {
      const child = startChild({
        module: programUrl('server/commands/backup.child.ts'),
        megabytes: 1024,
        background: true,
        trusted: true,
      });
      try {
        const task = { config: deps.config };
        const backup = (await child.runTask(task, { deadline: DEADLINE, signal })) as BackupSummary;
        const { name, rows, files, bytes, copied, removed, missing, notes } = backup;
        deps.log.info({ name, rows, files, bytes, copied, removed, notes }, 'backup completed');
        if (missing.length > 0)
          deps.log.error({ missing }, 'files are missing in the store and in the backup');
      } finally {
        child.end();
      }
    },
  });
}
