import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { findSwift } from '../scripts/lib/s3.mjs';

export interface S3Server {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  pid: number;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/** Temporary folders may be in memory, where older kernels have no extended attributes. */
const folders = [tmpdir(), path.resolve(import.meta.dirname, '../.cache')];

/** Starts a temporary S3 server with the machine's programs; it ends with this process at the latest. */
export async function startS3Server(): Promise<S3Server> {
  const python = findSwift();
  if (!python) {
    throw new Error(
      'OpenStack Swift não encontrado: rode `npm test` (que instala um no Debian) ou defina TEST_S3_ENDPOINT.',
    );
  }
  const keys = { accessKeyId: 'vitrine:tests', secretAccessKey: 'segredo-de-teste' };
  const script = path.join(import.meta.dirname, 's3-server.py');
  const child = spawn(python, [script, keys.accessKeyId, keys.secretAccessKey, ...folders], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, 'line') as Promise<[string]>, ended.then(() => [null])]);
  if (line === null) throw new Error('O servidor S3 de teste não começou.');
  lines.close();
  child.stdout.destroy();
  // Neither the server nor its pipe may keep the test run alive, because the end of the run stops them.
  child.unref();
  return {
    ...(JSON.parse(line) as { endpoint: string }),
    ...keys,
    pid: child.pid ?? 0,
    async stop() {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}
