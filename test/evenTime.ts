import { onTestFinished } from 'vitest';
import { evenness } from '../src/platform/evenTime.ts';

/** Restores the production duration of refusals for the rest of the current test. */
export function inFullTime() {
  const { scale } = evenness;
  evenness.scale = 1;
  onTestFinished(() => {
    evenness.scale = scale;
  });
}
