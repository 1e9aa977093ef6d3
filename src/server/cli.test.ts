import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, engine, staff, type TestApp } from '../../test/app.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());

/** The command line as a process of its own, on the database of the application that runs here. */
async function vitrine(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const { DATABASE_URL } = app.deps.config;
  const env = {
    NODE_ENV: 'production',
    DATA_DIR: app.dataDir,
    NODE_COMPILE_CACHE: resolve(root, '.cache/compile'),
    ...(engine === 'postgres' && { DATABASE_URL }),
  };
  try {
    const { stdout, stderr } = await run(process.execPath, ['src/server/cli.ts', ...args], {
      cwd: root,
      env,
    });
    return { code: 0, out: stdout.trim(), error: stderr.trim() };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout.trim(), error: stderr.trim() };
  }
}

const profile = async (token: string) =>
  (await app.request('GET', '/api/admin/profile', { token })).statusCode;

test('people are added, listed, switched off and removed while the product runs', async () => {
  const token = await app.signIn();
  const only = await vitrine('user', 'disable', staff.email);
  expect(only).toMatchObject({ code: 1, error: expect.stringContaining('última pessoa com acesso') });
  expect(await profile(token)).toBe(200);

  const added = await vitrine('user', 'add', 'bia@rede.example', 'Bia Reis');
  expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^bia@rede\.example criado\. Senha: /) });
  expect(await vitrine('user', 'disable', staff.email)).toEqual({
    code: 0,
    out: `Acesso de ${staff.email} desativado. As sessões terminaram.`,
    error: '',
  });
  expect(await profile(token)).toBe(401);
  expect((await vitrine('user', 'list')).out.split('\n')).toEqual([
    'bia@rede.example\tBia Reis\tativo',
    `${staff.email}\t${staff.name}\tdesativado`,
  ]);
  expect((await vitrine('user', 'remove', staff.email)).code).toBe(0);
  const nobody = await vitrine('user', 'enable', staff.email);
  expect(nobody).toMatchObject({ code: 1, error: `Não há ninguém com o e-mail ${staff.email}.` });
}, 120_000);

test('a weak password and a missing e-mail are refused in words', async () => {
  const weak = await vitrine('user', 'add', 'caio@rede.example', 'Caio Reis', 'password12');
  expect(weak).toMatchObject({ code: 1, error: expect.stringContaining('mais usadas') });
  const missing = await vitrine('user', 'remove');
  expect(missing).toMatchObject({ code: 1, error: expect.stringContaining('user remove E-MAIL') });
}, 60_000);
