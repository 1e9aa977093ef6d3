import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  behindProxy,
  call,
  createPerson,
  login,
  mailedCode,
  NEW_PASSWORD,
  PASSWORD,
  profileStatus,
  signIn,
} from '../../../test/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { permissions } from '../users/rolePermissions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: behindProxy });
});
afterAll(() => app.remove());

describe('profile', () => {
  test('shows and changes name and e-mail of the profile', async () => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    const before = (await call(app, 'GET', '/admin/profile', undefined, { token })).json().data;
    expect(before).toMatchObject({ email, version: 1 });
    const changed = {
      name: '  Ana  Conceição ',
      email: `nova.${email}`,
      current_password: PASSWORD,
      version: before.version,
    };
    const answer = await call(app, 'PUT', '/admin/profile/update', changed, { token });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toEqual({
      message: expect.any(String),
      user: {
        id: before.id,
        uuid: before.uuid,
        role: 'admin',
        role_name: 'Administrador',
        permissions: [...permissions],
        branches: null,
        photo: null,
        name: 'Ana  Conceição',
        email: `nova.${email}`,
      },
    });
    const after = (await call(app, 'GET', '/admin/profile', undefined, { token })).json().data;
    expect(after.version).toBe(2);
    await signIn(app, `nova.${email}`);
    expect((await login(app, email)).statusCode).toBe(401);
  });

  test('refuses a profile with an outdated version and accepts a profile without one', async () => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    const save = (version?: number) =>
      call(
        app,
        'PUT',
        '/admin/profile/update',
        { name: 'Nome', email, ...(version && { version }) },
        { token },
      );
    expect((await save(1)).statusCode).toBe(200);
    const behind = await save(1);
    expect(behind.statusCode).toBe(409);
    expect((await save()).statusCode).toBe(200);
  });

  test('reports an e-mail in use at its field', async () => {
    const taken = (await createPerson(app)).email;
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    const answer = await call(
      app,
      'PUT',
      '/admin/profile/update',
      { name: 'Nome', email: taken.toUpperCase(), current_password: PASSWORD },
      { token },
    );
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ email: ['Este e-mail já é de outra conta.'] });
    expect((await call(app, 'GET', '/admin/profile', undefined, { token })).json().data.email).toBe(email);
  });

  test('a changed e-mail invalidates the code that went to the old address', async () => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    const code = await mailedCode(app, email);
    const changed = { name: 'Nome', email: `nova.${email}`, current_password: PASSWORD };
    expect((await call(app, 'PUT', '/admin/profile/update', changed, { token })).statusCode).toBe(200);
    expect((await call(app, 'POST', '/auth/verification-code', { code })).statusCode).toBe(422);
  });

  test('a new password ends the user’s other sessions', async () => {
    const { email } = await createPerson(app);
    const [here, elsewhere] = [await signIn(app, email), await signIn(app, email)];
    const stranger = await signIn(app, (await createPerson(app)).email);
    const body = {
      current_password: PASSWORD,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    };
    expect((await call(app, 'PUT', '/admin/profile/password', body, { token: here })).statusCode).toBe(200);
    expect(await profileStatus(app, here)).toBe(200);
    expect(await profileStatus(app, elsewhere)).toBe(401);
    expect(await profileStatus(app, stranger)).toBe(200);
    await signIn(app, email, NEW_PASSWORD);
  });

  test('reports a wrong current password at its field, and stops after ten', async () => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    const body = {
      current_password: 'não é esta',
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    };
    const change = () => call(app, 'PUT', '/admin/profile/password', body, { token });
    const wrong = await change();
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json().errors).toEqual({ current_password: ['A senha atual não confere.'] });
    for (let round = 1; round < 10; round++) expect((await change()).statusCode).toBe(422);
    expect((await change()).statusCode).toBe(429);
    await signIn(app, email);
  });
});
