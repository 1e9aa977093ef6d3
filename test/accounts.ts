import { expect, onTestFinished } from 'vitest';
import { createUser } from '../src/accounts/auth/operatorAccounts.service.ts';
import { secretHash } from '../src/platform/security/secrets.ts';
import { createTestApp, type TestApp } from './app.ts';

export const PASSWORD = 'café com pão 12';
export const NEW_PASSWORD = 'pão de queijo 34';

/** Settings of an application behind a proxy, so that each call can come from an address of its own. */
export const behindProxy = { TRUST_PROXY: '127.0.0.1' };

/** Creates an application for one test, and removes it when the test has finished. */
export async function freshApp(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp({ env: { ...behindProxy, ...env } });
  onTestFinished(() => app.remove());
  return app;
}

let people = 0;

/** Creates an administrator with `PASSWORD`. */
export async function createPerson({ deps }: TestApp) {
  people += 1;
  const person = { name: `Pessoa ${people}`, email: `Pessoa.${people}@hiperaurora.example` };
  const { uuid } = await createUser(deps, { ...person, password: PASSWORD });
  return { ...person, uuid };
}

let callers = 0;
export const newAddress = () => `198.51.${++callers >> 8}.${callers & 255}`;

interface Options {
  token?: string | undefined;
  /** Default: an address that no other call has. */
  ip?: string | undefined;
  cookie?: string | undefined;
}

export function call(
  app: TestApp,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  json?: unknown,
  { token, ip = newAddress(), cookie }: Options = {},
) {
  return app.request(method, `/api${path}`, {
    ...(json !== undefined && { json }),
    ...(token !== undefined && { token }),
    headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }) },
  });
}

export const login = (app: TestApp, email: string, password = PASSWORD, options: Options = {}) =>
  call(app, 'POST', '/auth/login', { email, password }, options);

/** Signs in and returns the token. */
export async function signIn(app: TestApp, email: string, password = PASSWORD): Promise<string> {
  const answer = await login(app, email, password);
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json().data.token.access_token;
}

export const profileStatus = async (app: TestApp, token: string) =>
  (await call(app, 'GET', '/admin/profile', undefined, { token })).statusCode;

/** Returns the verification code in a text of a mail, or an empty text. */
export const codeIn = (text: string | undefined) => /^[0-9A-Z]{5}-[0-9A-Z]{5}$/m.exec(text ?? '')?.[0] ?? '';

/** Requests a code for a new password and returns it from its mail. */
export async function mailedCode(app: TestApp, email: string): Promise<string> {
  await call(app, 'POST', '/auth/forgot-it', { email });
  const codes = (await app.mailsTo(email)).map((mail) => codeIn(mail.text));
  // Mails of one instant have no order, but only the code of the last one is pending.
  const pending = await app.deps.db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('kind', '=', 'mail')
    .execute();
  return codes.find((code) => pending.some(({ hash }) => hash === secretHash(code))) ?? '';
}
