import type { ChildResult, ChildTask } from './children.ts';

/**
 * Executes the tasks that the parent process sends (see children.ts) and exits when the parent disconnects.
 */
export function runParentTasks(perform: (task: unknown) => Promise<unknown>): void {
  process.on('message', async ({ id, task }: ChildTask) => {
    let answer: ChildResult;
    try {
      answer = { id, result: await perform(task) };
    } catch (error) {
      answer = { id, failure: String(error) };
    }
    // The parent may have exited meanwhile. Ignore the error: this process exits with it.
    process.send?.(answer, undefined, undefined, () => {});
    // V8 does not count native memory. Without an explicit collection, the memory of several tasks would pile
    // up.
    globalThis.gc?.();
  });
  process.on('disconnect', () => process.exit());
}
