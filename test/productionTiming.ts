import { onTestFinished } from 'vitest';
import { constantTimeOptions } from '../src/platform/security/constantTime.ts';

/** Restores the production duration of refusals for the rest of the current test. */
export function useProductionTiming() {
  const { scale } = constantTimeOptions;
  constantTimeOptions.scale = 1;
  onTestFinished(() => {
    constantTimeOptions.scale = scale;
  });
}
