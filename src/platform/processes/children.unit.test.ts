import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../test/commanded.child.ts';
import { backgroundPriority, type ChildPool, type ChildProgram, createChildPool } from './children.ts';

const AMPLE = { cpuMs: 60_000, elapsedMs: 60_000 };
const program: ChildProgram = {
  module: new URL('../../../test/commanded.child.ts', import.meta.url),
  megabytes: 200,
  background: false,
};
const onLinux = process.platform === 'linux';

/**
 * Source of a parent that prints the pid of its child and leaves it busy with a task that ignores signals.
 */
const PARENT = `
  import { createChildPool } from ${JSON.stringify(new URL('./children.ts', import.meta.url))};
  const program = ${JSON.stringify(program)};
  const { run } = createChildPool({ ...program, module: new URL(program.module) }, { atOnce: 1, idleMs: 60_000 });
  const deadline = ${JSON.stringify(AMPLE)};
  const pid = await run('pid', { deadline });
  void run('compute', { deadline });
  setTimeout(() => process.stdout.write(String(pid)), 300);
`;

let children: ChildPool;
beforeEach(() => {
  children = createChildPool(program, { atOnce: 2, idleMs: 60_000 });
});
afterEach(async () => {
  // Ends the idle child.
  await children.run('crash', { deadline: AMPLE }).catch(() => {});
});
const run = (order: Order, deadline = AMPLE, signal?: AbortSignal) =>
  children.run(order, { deadline, signal });
const exited = (pid: unknown) =>
  vi.waitFor(() => expect(() => process.kill(pid as number, 0)).toThrow('ESRCH'));

describe('a child process', () => {
  it('a child does not inherit its parent’s environment', async () => {
    vi.stubEnv('ADMIN_PASSWORD', 'um segredo daqui');
    vi.stubEnv('NODE_OPTIONS', '--no-warnings');
    const environment = (await run('environment')) as Record<string, string>;
    expect(JSON.stringify(environment)).not.toContain('segredo');
    expect(
      Object.keys(environment).filter((name) => !/^(NODE_CHANNEL|MALLOC|PWD$|SHLVL$|OLDPWD$|_$)/.test(name)),
    ).toEqual([]);
  });

  it('a child executes several tasks, also after one that threw', async () => {
    const first = await run('pid');
    expect(await run('pid')).toBe(first);
    await expect(run('throw')).rejects.toMatchObject({ problem: 'failed', message: 'Error: on purpose' });
    expect(await run('pid'), 'a task that throws is no reason to end it').toBe(first);
  });

  it.each<[Order]>([['hang'], ['compute']])(
    'a child over its deadline is killed and the next task gets a new one: %j',
    async (order) => {
      const first = await run('pid');
      await expect(run(order, { cpuMs: 150, elapsedMs: 1000 })).rejects.toMatchObject({ problem: 'late' });
      await exited(first);
      expect(await run('pid')).not.toBe(first);
    },
  );

  it.runIf(onLinux)('a deadline does not count the time in which the child could not compute', async () => {
    await expect(run({ wait: 1200 }, { cpuMs: 600, elapsedMs: 60_000 })).resolves.toBeUndefined();
  });

  it('a child that crashes fails only its own task', async () => {
    const [crash, other] = await Promise.allSettled([run('crash'), run({ wait: 100 })]);
    expect(crash).toMatchObject({ status: 'rejected', reason: { problem: 'ended' } });
    expect(other.status).toBe('fulfilled');
    expect(await run('pid')).toEqual(expect.any(Number));
  });

  it('a child killed while idle is replaced without failing a task', async () => {
    for (let round = 0; round < 5; round += 1) {
      const idlePid = (await run('pid')) as number;
      process.kill(idlePid, 'SIGKILL');
      expect(await run('pid')).not.toBe(idlePid);
    }
  });

  it('a child is killed when its task is aborted', async () => {
    const pid = await run('pid');
    const signal = AbortSignal.timeout(50);
    await expect(run('hang', AMPLE, signal)).rejects.toThrow('timeout');
    await exited(pid);
    await expect(run('pid', AMPLE, signal)).rejects.toThrow('timeout');
  });

  it.runIf(onLinux)('a child cannot allocate more memory than its limit', async () => {
    expect(await run({ take: 100 })).toBe(100e6);
    await expect(run({ take: 900 })).rejects.toMatchObject({
      problem: expect.stringMatching(/ended|failed/),
    });
    expect(await run({ take: 100 })).toBe(100e6);
  });

  it.runIf(onLinux)('a child is killed with its parent, even in the middle of a computation', async () => {
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', PARENT], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [computing] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(computing);
    expect(process.kill(pid, 0)).toBe(true);
    parent.kill('SIGKILL');
    await exited(pid);
  });

  it('a child ends after it has been idle for `idleMs`', async () => {
    children = createChildPool(program, { atOnce: 2, idleMs: 20 });
    await exited(await run('pid'));
  });
});

describe('a pool of children', () => {
  it('a pool runs its tasks in order, and does not count waiting towards a deadline', async () => {
    const single = createChildPool(program, { atOnce: 1, idleMs: 60_000 });
    const order: number[] = [];
    const task = async (index: number, wait: number, elapsedMs: number) => {
      await single.run({ wait } satisfies Order, { deadline: { cpuMs: 60_000, elapsedMs } });
      order.push(index);
    };
    // The first task holds the only place for longer than the others may last.
    await Promise.all([task(0, 6000, 60_000), ...[1, 2, 3, 4].map((index) => task(index, 10, 5000))]);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    await single.run('crash', { deadline: AMPLE }).catch(() => {});
  });

  it('background pools run at low priority, one task at a time, and drop aborted tasks from the queue', async () => {
    vi.spyOn(backgroundPriority, 'niceness', 'get').mockReturnValue(getPriority() + 1);
    const behind = createChildPool({ ...program, background: true }, { atOnce: 5, idleMs: 60_000 });
    const others = createChildPool({ ...program, background: true }, { atOnce: 5, idleMs: 60_000 });
    const pid = (await behind.run('pid', { deadline: AMPLE })) as number;
    expect(getPriority(pid)).toBe(getPriority() + 1);
    if (onLinux) {
      const threads = readFileSync(`/proc/${pid}/status`, 'utf8').match(/Threads:\s+(\d+)/)?.[1];
      expect(Number(threads)).toBeGreaterThan(1);
    }
    const first = new AbortController();
    const second = new AbortController();
    const hanging = behind.run('hang', { deadline: AMPLE, signal: first.signal });
    const waiting = others.run('pid', { deadline: AMPLE, signal: second.signal });
    second.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    const next = others.run('pid', { deadline: AMPLE });
    first.abort(new Error('given up too'));
    await expect(hanging).rejects.toThrow('given up too');
    expect(await next).toEqual(expect.any(Number));
    await others.run('crash', { deadline: AMPLE }).catch(() => {});
  });
});
