import { onTestFinished } from 'vitest';
import { evenness } from '../src/platform/evenTime.ts';

/** For the rest of this test, refusals take as long as anywhere else. */
export function inFullTime() {
  const { scale } = evenness;
  evenness.scale = 1;
  onTestFinished(() => {
    evenness.scale = scale;
  });
}
