import { runParentTasks } from '../src/platform/processes/child.ts';

/** Commands of tests of child processes. */
export type Order =
  | 'environment'
  | 'pid'
  | 'hang'
  | 'compute'
  | 'crash'
  | 'throw'
  | { take: number }
  | { wait: number };

runParentTasks(async (task) => {
  const order = task as Order;
  if (order === 'environment') return process.env;
  if (order === 'pid') return process.pid;
  if (order === 'hang') return new Promise(() => {});
  if (order === 'compute') for (;;);
  if (order === 'crash') process.abort();
  if (order === 'throw') throw new Error('on purpose');
  if ('wait' in order) return new Promise((resolve) => setTimeout(resolve, order.wait));
  // Outside the heap limit of V8, and written to.
  return Buffer.alloc(order.take * 1e6, 1).length;
});
