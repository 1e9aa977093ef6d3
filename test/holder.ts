import { setTimeout } from 'node:timers/promises';
import { readConfig } from '../src/platform/config.ts';
import { createApp } from '../src/server/app.ts';
import { held } from './jobs.ts';

// Run as a process of its own, to be killed: takes the job that waits and never gets it done.

const { deps } = await createApp({ config: readConfig(process.env) });
deps.jobs.define(held, {
  async run() {
    process.stdout.write('holding\n');
    await setTimeout(2 ** 30);
  },
});
await deps.jobs.drain(held.name);
