import type { Answer, Question } from './children.ts';

/** Does what the parent asks, as a process of its own (see children.ts), until that is gone. */
export function answerParent(perform: (task: unknown) => Promise<unknown>): void {
  process.on('message', async ({ id, task }: Question) => {
    let answer: Answer;
    try {
      answer = { id, result: await perform(task) };
    } catch (error) {
      answer = { id, failure: String(error) };
    }
    // Whom it was for may be gone meanwhile: that is no error of this process, which ends with it.
    process.send?.(answer, undefined, undefined, () => {});
    // What native code holds for a task weighs nothing to V8, which would let that of several pile up.
    globalThis.gc?.();
  });
  process.on('disconnect', () => process.exit());
}
