import { setTimeout } from 'node:timers/promises';
import { readConfig } from '../src/platform/config/config.ts';
import { createApp } from '../src/server/app.ts';
import { heldJob } from './jobs.ts';

// Runs as a separate process to be killed: takes the waiting job and never finishes it.

const { deps } = await createApp({ config: readConfig(process.env) });
deps.jobs.define(heldJob, {
  async run() {
    process.stdout.write('holding\n');
    await setTimeout(2 ** 30);
  },
});
await deps.jobs.drain(heldJob.name);
