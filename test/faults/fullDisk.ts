import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from '../postgres.ts';
import { createDisk, createFragileDisk } from '../smallDisk.ts';
import {
  type FaultHarness,
  formatSeconds,
  type HarnessProduct,
  staffClientOf,
  timeUntil,
} from './harness.ts';

const READ = ['/', '/branches', '/tips-and-recipes', '/api/site/phones?x=1', '/healthz'];
const OFFICE = ['/api/admin/banners', '/api/admin/phones'];

/** Returns the statuses of reads and saves while the disk cannot be written to. */
async function statusesOf(product: HarnessProduct, caller: Awaited<ReturnType<typeof staffClientOf>>) {
  const read: string[] = [];
  for (const path of [...READ, ...OFFICE]) {
    const { status } = await caller.get(path);
    if (status !== 200) read.push(`${path} ${status}`);
  }
  const saves = [
    await caller.save(),
    await caller.banner('Faixa'),
    await caller.send('POST', '/api/auth/login', product.admin),
  ];
  const ready = (await caller.get('/readyz')).status;
  const words = saves
    .filter(({ status }) => status >= 500)
    .every(({ text }) => /"message":"[^"]{20,}/.test(text));
  return { read, saves: saves.map(({ status }) => status), ready, words };
}

const goesOn = async (caller: Awaited<ReturnType<typeof staffClientOf>>) =>
  (await caller.save()).status === 201 && (await caller.banner('Faixa')).status === 201;

export async function fullDisk(ground: FaultHarness): Promise<void> {
  const disk = createDisk(ground.undo, 200);
  const product = await ground.start({
    dataDir: disk.path,
    env: { DEMO_CONTENT: '0', DISK_RESERVE_MB: '64' },
  });
  const caller = await staffClientOf(product);
  await caller.banner('Antes');
  disk.fillUntil(0);
  await wait(1100);
  const { read, saves, ready, words } = await statusesOf(product, caller);
  ground.addResult(
    'full disk (SQLite)',
    'reading goes on, saves are refused in words, /readyz says so',
    `${read.length} of ${READ.length + OFFICE.length} reads fail; saves ${saves}; /readyz ${ready}`,
    read.length === 0 && saves.every((status) => status === 503) && words && ready === 503,
  );
  disk.clear();
  const back = await timeUntil(() => goesOn(caller), 10_000);
  ground.addResult('… and room again', 'goes on by itself', formatSeconds(back), back < 10_000);
}

export async function readOnlyDisk(ground: FaultHarness): Promise<void> {
  const disk = createFragileDisk(ground.undo, 200);
  const env = { DEMO_CONTENT: '0', DISK_RESERVE_MB: '8' };
  let product = await ground.start({ dataDir: disk.path, env });
  let caller = await staffClientOf(product);
  const kept = await caller.save('00000077');
  disk.fail();
  const { read, saves, ready, words } = await statusesOf(product, caller);
  ground.addResult(
    'a disk that takes no write any more (SQLite)',
    'reading goes on, saves are refused in words, /readyz says so',
    `${read.length === 0 ? 'all reads' : `not ${read}`}; saves ${saves}; /readyz ${ready}`,
    read.length === 0 && saves.every((status) => status === 503) && words && ready === 503,
  );
  const before = product.lines().length;
  for (let count = 0; count < 200; count += 1) await caller.save();
  await wait(1000);
  const lines = product.lines().length - before;
  ground.addResult(
    '… and 200 saves more',
    'the log has a bound: a hundred lines a minute',
    `${lines} lines`,
    lines <= 110,
  );
  const unexpected = product.lines().filter(({ msg }) => msg === 'internal').length;
  await product.stop();
  disk.repair();
  product = await ground.start({ dataDir: disk.path, env });
  caller = await staffClientOf(product, caller.token);
  const isThere = (await caller.get('/api/admin/phones')).text.includes('00000077') && kept.status === 201;
  ground.addResult(
    '… repaired, and a start',
    'what was acknowledged is there, saves go on, sessions too',
    `${isThere ? 'there' : 'lost'}`,
    isThere && (await goesOn(caller)),
  );
  await product.stop();
  disk.fail();
  const started = await ground.start({ dataDir: disk.path, env }).catch((error: Error) => error.message);
  const outcome =
    typeof started === 'string'
      ? started
      : await statusesOf(started, await staffClientOf(started, caller.token));
  ground.addResult(
    'a start on such a disk',
    'reads go on and saves are refused, or it ends with 1 and in words',
    typeof outcome === 'string' ? outcome : `saves ${outcome.saves}; /readyz ${outcome.ready}`,
    typeof outcome === 'string'
      ? outcome.endsWith('ended with 1')
      : outcome.read.length === 0 && outcome.saves.every((status) => status === 503) && outcome.ready === 503,
  );

  const small = createDisk(ground.undo, 100);
  const own = await createTestDatabase();
  ground.undo(() => own.drop());
  const other = await ground.start({
    dataDir: small.path,
    env: { DEMO_CONTENT: '0', DISK_RESERVE_MB: '8', DATABASE_URL: own.url },
  });
  const staff = await staffClientOf(other);
  await staff.banner('Antes');
  small.remount('ro');
  const seen = await statusesOf(other, staff);
  ground.addResult(
    'a disk made read only (PostgreSQL)',
    'what needs no file goes on, files are refused in words, /readyz says so',
    `${seen.read.length === 0 ? 'all reads' : `not ${seen.read}`}; saves ${seen.saves}; /readyz ${seen.ready}`,
    seen.read.length === 0 && seen.saves.join() === '201,503,200' && seen.words && seen.ready === 503,
  );
  small.remount('rw');
  const back = await timeUntil(() => goesOn(staff), 10_000);
  ground.addResult('… and writable again', 'goes on by itself', formatSeconds(back), back < 10_000);
  const internal = unexpected + other.lines().filter(({ msg }) => msg === 'internal').length;
  ground.addResult('all of these', 'nothing is unexpected', `${internal} lines «internal»`, internal === 0);
}
