import { getPriority } from 'node:os';
import { vi } from 'vitest';
import { background } from '../src/platform/children.ts';
import { evenness } from '../src/platform/evenTime.ts';
import { hashing } from '../src/platform/secrets.ts';

// Tests wait for what a site makes behind everything else, and on a busy machine that would be anybody's guess.
background.niceness = getPriority();

// A thousand passwords are hashed, for nobody to guess at. What it costs elsewhere is looked at by those who use COST.
hashing.cost = { memory: 256, passes: 1, parallelism: 1 };

// Thousands of refusals are waited for, and timed by nobody. Those who do time them use `inFullTime`.
evenness.scale = 0.01;

// A condition is waited for, and never for how long. The library gives up after a second unless each call says otherwise.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: 30_000, ...(typeof options === 'number' ? { timeout: options } : options) });
