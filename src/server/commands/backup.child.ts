import type { Config } from '../../platform/config/config.ts';
import { runParentTasks } from '../../platform/processes/child.ts';
import { backUp } from './backup.ts';

// Runs as a process of its own; see `backup.job.ts`.

runParentTasks(async (given) => {
  const { config } = given as { config: Config };
  return backUp(config, { keep: config.BACKUP_KEEP });
});
