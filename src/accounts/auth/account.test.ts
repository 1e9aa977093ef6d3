import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  behindProxy,
  call,
  codeIn,
  createPerson,
  login,
  mailedCode,
  NEW_PASSWORD,
  newAddress,
  PASSWORD,
  profileStatus,
  signIn,
} from '../../../test/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { useProductionTiming } from '../../../test/productionTiming.ts';
import { texts } from '../../shared/text/texts.ts';
import { permissions } from '../users/rolePermissions.ts';
import { removeUser, setAccess } from './access.service.ts';
import {
  createUser,
  ensureFirstAdmin,
  listUsers,
  resetPasswordByOperator,
} from './operatorAccounts.service.ts';

const HOUR = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: behindProxy });
});
afterAll(() => app.remove());

/** Runs `meanwhile` between the checks of the next change and its write. */
function beforeNextWrite(meanwhile: () => Promise<unknown>) {
  const { write } = app.deps;
  vi.spyOn(app.deps, 'write').mockImplementationOnce(async (...change) => {
    await meanwhile();
    return write(...change) as never;
  });
}

const audited = (action: string, uuid: string | null) =>
  app.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .where('entity_uuid', uuid === null ? 'is' : '=', uuid)
    .orderBy('id')
    .execute();

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

describe('a change of e-mail', () => {
  const update = (token: string, body: object, ip?: string) =>
    call(app, 'PUT', '/admin/profile/update', body, { token, ip });

  test('requires the current password for another e-mail, with the error at its field', async () => {
    const { name, email, uuid } = await createPerson(app);
    const token = await signIn(app, email);
    const moved = { name: 'Gente', email: `nova.${email}` };
    for (const missing of [{}, { current_password: '' }]) {
      const answer = await update(token, { ...moved, ...missing });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toEqual({
        current_password: ['Para trocar o e-mail, informe a senha atual.'],
      });
    }
    const wrong = await update(token, { ...moved, current_password: 'não é esta' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json().errors).toEqual({ current_password: ['A senha atual não confere.'] });
    expect((await call(app, 'GET', '/admin/profile', undefined, { token })).json().data.email).toBe(email);
    const [entry] = await audited('password_refused', uuid);
    expect(entry).toMatchObject({ user_name: name, entity: 'user' });
  });

  test('stops a change of e-mail after ten wrong passwords, counting those of password changes', async () => {
    const { email, uuid } = await createPerson(app);
    const token = await signIn(app, email);
    const body = { name: 'Gente', email: `nova.${email}`, current_password: 'não é esta' };
    for (let round = 0; round < 5; round++) expect((await update(token, body)).statusCode).toBe(422);
    const change = {
      current_password: 'não é esta',
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    };
    for (let round = 0; round < 5; round++)
      expect((await call(app, 'PUT', '/admin/profile/password', change, { token })).statusCode).toBe(422);
    const stopped = await update(token, { ...body, current_password: PASSWORD });
    expect(stopped.statusCode).toBe(429);
    expect(await audited('password_refused', uuid)).toHaveLength(10);
    expect(await audited('password_locked', uuid)).toHaveLength(1);
  });

  test('a change of e-mail ends the other sessions and mails the old address', async () => {
    const { name, email, uuid } = await createPerson(app);
    const [here, elsewhere] = [await signIn(app, email), await signIn(app, email)];
    const next = `nova.${email}`;
    const answer = await update(here, { name: 'Outro Nome', email: next, current_password: PASSWORD });
    expect(answer.statusCode).toBe(200);
    expect(await profileStatus(app, here)).toBe(200);
    expect(await profileStatus(app, elsewhere)).toBe(401);

    const [mail, ...others] = await app.mailsTo(email);
    expect(others).toEqual([]);
    expect(await app.mailsTo(next)).toEqual([]);
    expect(mail?.subject).toBe('Hiper Aurora: o e-mail da sua conta mudou');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`Olá, ${name}`);
      expect(part).toContain('Não foi você?');
      expect(part).toContain('horário de Brasília');
      expect(part).not.toContain(next);
    }
    const [entry] = await audited('change_email', uuid);
    expect(JSON.parse(entry?.after ?? '')).toEqual({ name: 'Outro Nome', email: next });
  });

  test('another spelling of the e-mail or a new name neither ends sessions nor sends a mail', async () => {
    const { email } = await createPerson(app);
    const [here, elsewhere] = [await signIn(app, email), await signIn(app, email)];
    const answer = await update(here, { name: 'Outro Nome', email: email.toUpperCase() });
    expect(answer.statusCode).toBe(200);
    expect(await profileStatus(app, elsewhere)).toBe(200);
    expect(await app.mailsTo(email)).toEqual([]);
  });

  test('refuses a change of e-mail if the password changes meanwhile', async () => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    beforeNextWrite(() => resetPasswordByOperator(app.deps, email, NEW_PASSWORD));
    const body = { name: 'Gente', email: `nova.${email}`, current_password: PASSWORD };
    const answer = await update(token, body);
    expect(answer.json().errors).toEqual({ current_password: ['A senha atual não confere.'] });
    await signIn(app, email, NEW_PASSWORD);
  });

  test('refuses an old form that would change a new e-mail back without the password', async () => {
    const { email } = await createPerson(app);
    const [token, other] = [await signIn(app, email), await signIn(app, email)];
    const move = { name: 'Gente', email: `nova.${email}`, current_password: PASSWORD };
    beforeNextWrite(() => update(other, move));
    const answer = await update(token, { name: 'Gente', email });
    expect(answer.json().errors).toEqual({
      current_password: ['Para trocar o e-mail, informe a senha atual.'],
    });
  });
});

describe('a change of password', () => {
  test('a new password is mailed to the account, however it was set', async () => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    const change = {
      current_password: PASSWORD,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    };
    expect((await call(app, 'PUT', '/admin/profile/password', change, { token })).statusCode).toBe(200);
    await resetPasswordByOperator(app.deps, email);
    await call(app, 'POST', '/auth/forgot-it', { email });
    const code = codeIn((await app.mailsTo(email)).map(({ text }) => text).find((text) => codeIn(text)));
    const verified = await call(app, 'POST', '/auth/verification-code', { code });
    const reset = { code: verified.json().code, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await call(app, 'POST', '/auth/reset-password', reset)).statusCode).toBe(200);

    const notices = (await app.mailsTo(email)).filter(
      (mail) => mail.subject === 'Hiper Aurora: a sua senha mudou',
    );
    expect(notices).toHaveLength(3);
    for (const mail of notices) {
      expect(mail.text).toContain('/auth/forgot-it');
      expect(mail.html).toContain('/auth/forgot-it');
      expect(mail.text).not.toContain(PASSWORD);
    }
  });

  test('refuses a weak password with a reason wherever a password is set', async () => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    const weak = { password: '1234567890', password_confirmation: '1234567890' };
    const changed = await call(
      app,
      'PUT',
      '/admin/profile/password',
      { current_password: PASSWORD, ...weak },
      { token },
    );
    expect(changed.statusCode).toBe(422);
    expect(changed.json().errors).toEqual({ password: [expect.stringContaining('mais usadas')] });

    await call(app, 'POST', '/auth/forgot-it', { email });
    const [mail] = await app.mailsTo(email);
    const verified = await call(app, 'POST', '/auth/verification-code', { code: codeIn(mail?.text) });
    const { code } = verified.json();
    const own = await call(app, 'POST', '/auth/reset-password', {
      code,
      password: email,
      password_confirmation: email,
    });
    expect(own.statusCode).toBe(422);
    expect(own.json().errors).toEqual({ password: [expect.stringContaining('nome do site')] });
    const reset = await call(app, 'POST', '/auth/reset-password', { code, ...weak });
    expect(reset.statusCode).toBe(422);
    const good = { code, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    expect((await call(app, 'POST', '/auth/reset-password', good)).statusCode).toBe(200);

    const fields = { password: [expect.stringContaining('mais usadas')] };
    const input = { name: 'Outra', email: `outra.${email}` };
    await expect(createUser(app.deps, { ...input, password: 'password12' })).rejects.toMatchObject({
      fields,
    });
    await expect(resetPasswordByOperator(app.deps, email, 'password12')).rejects.toMatchObject({ fields });
    await expect(createUser(app.deps, { ...input, password: 'é'.repeat(201) })).rejects.toMatchObject({
      fields: { password: ['Use no máximo 200 caracteres.'] },
    });
  });

  test.each([10, 64, 200])('accepts a password of %i characters and compares all of them', async (length) => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    const phrase = 'Três tigres tristes comem trigo? Não: jabuticaba! ';
    const password = `${phrase.repeat(4).slice(0, length - 2)}ãé`;
    expect(password).toHaveLength(length);
    const change = { current_password: PASSWORD, password, password_confirmation: password };
    const changed = await call(app, 'PUT', '/admin/profile/password', change, { token });
    expect(changed.statusCode, changed.payload).toBe(200);
    await signIn(app, email, password);
    // Every character counts, including the last.
    for (const other of [password.slice(0, -1), password.toLowerCase(), `${password.slice(0, -1)}e`])
      expect((await login(app, email, other)).statusCode, other).toBe(401);
  });

  test('refuses a weak ADMIN_PASSWORD at the first start, and ignores it once there is an account', async () => {
    const other = await createTestApp({ env: { ADMIN_PASSWORD: 'password12' } });
    await expect(ensureFirstAdmin(other.deps)).rejects.toThrow(/ADMIN_PASSWORD: .*mais usadas/);
    await createUser(other.deps, { name: 'Ana', email: 'ana@rede.example', password: PASSWORD });
    expect(await ensureFirstAdmin(other.deps)).toBeNull();
    await other.remove();
  });
});

describe('security events', () => {
  const captureWarnings = () => {
    const lines: unknown[][] = [];
    vi.spyOn(app.deps.log, 'warn').mockImplementation((...line) => void lines.push(line));
    return lines;
  };

  test('security events are in the audit log and the process log without addresses', async () => {
    const lines = captureWarnings();
    const { email, uuid } = await createPerson(app);
    const ip = newAddress();
    await login(app, email, 'errada demais', { ip });
    await login(app, 'fantasma@hiperaurora.example', 'errada demais', { ip });
    await call(app, 'POST', '/auth/forgot-it', { email });
    await call(app, 'POST', '/auth/forgot-it', { email: 'fantasma@hiperaurora.example' });
    await call(app, 'POST', '/auth/verification-code', { code: 'AAAAA-AAAAA' });
    await call(app, 'POST', '/auth/reset-password', {
      code: 'a'.repeat(43),
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    });
    const code = codeIn((await app.mailsTo(email))[0]?.text);
    const token = (await call(app, 'POST', '/auth/verification-code', { code })).json().code;
    const body = { code: token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    await call(app, 'POST', '/auth/reset-password', body);

    const [refused] = await audited('login_refused', uuid);
    expect(refused).toMatchObject({ user_id: null, user_name: null, entity: 'user' });
    const caller = JSON.parse(refused?.after ?? '').caller;
    const [ghost] = (await audited('login_refused', null)).slice(-1);
    // The same caller, and an account that does not exist.
    expect(JSON.parse(ghost?.after ?? '')).toMatchObject({ caller, account: expect.any(String) });
    const [requested] = await audited('request_recovery', uuid);
    expect(requested).toMatchObject({ user_id: null });
    for (const action of ['verify_recovery', 'reset_password'])
      expect(await audited(action, uuid)).toHaveLength(1);
    for (const action of ['recovery_unmailed', 'code_refused', 'reset_refused'])
      expect(await audited(action, null)).not.toHaveLength(0);

    const logged = lines.map(([details]) => (details as { action: string }).action);
    expect(logged).toEqual([
      'login_refused',
      'login_refused',
      'request_recovery',
      'recovery_unmailed',
      'code_refused',
      'reset_refused',
      'verify_recovery',
      'reset_password',
    ]);
    const everything = JSON.stringify([lines, refused, ghost, await audited('recovery_unmailed', null)]);
    expect(everything).not.toContain('@');
    expect(everything).not.toContain(ip);
  });

  test('logs a lock-out, and the size of a flood in few entries', async () => {
    const { email, uuid } = await createPerson(app);
    const ip = newAddress();
    await Promise.all(Array.from({ length: 12 }, () => login(app, email, 'errada demais', { ip })));
    expect(await audited('login_refused', uuid)).toHaveLength(10);
    expect(await audited('login_locked', uuid)).toHaveLength(2);

    // Simulates a thousand attempts: from then on only powers of ten are logged.
    await app.deps.db
      .updateTable('rate_limits')
      .set({ points: 999 })
      .where('key', 'like', 'note login_locked %')
      .execute();
    await login(app, email, 'errada demais', { ip });
    await Promise.all(Array.from({ length: 5 }, () => login(app, email, 'errada demais', { ip })));
    const counts = (await audited('login_locked', uuid)).map(({ after }) => JSON.parse(after ?? '').count);
    // Concurrent attempts may be logged in any order.
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 1000]);

    // The flood does not hide attempts against another account.
    const other = await createPerson(app);
    await login(app, other.email, 'errada demais');
    expect(await audited('login_refused', other.uuid)).toHaveLength(1);
    app.clock.advance(HOUR);
    await login(app, email, 'errada demais');
    expect(await audited('login_refused', uuid)).toHaveLength(11);
  });

  test('a refused sign-in takes as long for an unknown address as for a known one', async () => {
    useProductionTiming();
    const { email } = await createPerson(app);
    const timed = async (address: string) => {
      const start = performance.now();
      const answer = await login(app, address, 'errada demais');
      return { status: answer.statusCode, body: answer.json(), milliseconds: performance.now() - start };
    };
    for (const address of [email, 'fantasma@hiperaurora.example']) {
      const { status, milliseconds } = await timed(address);
      expect(status).toBe(401);
      expect(milliseconds).toBeGreaterThan(95);
    }
  });
});

describe('disabled access', () => {
  test('disabling access ends sessions and codes, and enabling does not restore them', async () => {
    const { email, uuid } = await createPerson(app);
    const token = await signIn(app, email);
    await call(app, 'POST', '/auth/forgot-it', { email });
    const code = codeIn((await app.mailsTo(email))[0]?.text);
    const verify = () => call(app, 'POST', '/auth/verification-code', { code });
    expect(await setAccess(app.deps, email.toUpperCase(), false)).toBe(true);
    expect(await setAccess(app.deps, email, false)).toBe(false);
    expect(await listUsers(app.deps)).toContainEqual(
      expect.objectContaining({ email, disabled_at: expect.any(String) }),
    );
    expect(await profileStatus(app, token)).toBe(401);
    expect((await verify()).statusCode).toBe(422);

    expect(await setAccess(app.deps, email, true)).toBe(true);
    expect(await setAccess(app.deps, email, true)).toBe(false);
    expect(await profileStatus(app, token)).toBe(401);
    expect((await verify()).statusCode).toBe(422);
    await signIn(app, email);
    for (const action of ['disable', 'enable']) expect(await audited(action, uuid)).toHaveLength(1);
  });

  test('refuses sign-in and recovery of a disabled account like those of an unknown address', async () => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    await setAccess(app.deps, email, false);
    expect((await call(app, 'POST', '/auth/validate-token', { token })).json()).toEqual({
      data: { user: null },
    });
    const [off, unknown] = [await login(app, email), await login(app, 'fantasma@hiperaurora.example')];
    expect(off.statusCode).toBe(401);
    expect(off.json().error).toBe(texts.loginFailed);
    expect(off.json()).toEqual(unknown.json());
    const [known, ghost] = [
      await call(app, 'POST', '/auth/forgot-it', { email }),
      await call(app, 'POST', '/auth/forgot-it', { email: 'fantasma@hiperaurora.example' }),
    ];
    expect(known.json()).toEqual(ghost.json());
    expect(await app.mailsTo(email)).toEqual([]);
  });

  test('opens no session if access or password change during the sign-in', async () => {
    const { email } = await createPerson(app);
    beforeNextWrite(() => setAccess(app.deps, email, false));
    const off = await login(app, email);
    expect(off.statusCode).toBe(401);
    expect(off.json().error).toBe(texts.loginFailed);

    await setAccess(app.deps, email, true);
    beforeNextWrite(() => resetPasswordByOperator(app.deps, email, NEW_PASSWORD));
    expect((await login(app, email)).statusCode).toBe(401);
    const { uuid } = await app.deps.db
      .selectFrom('users')
      .select('uuid')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(await audited('login', uuid)).toEqual([]);
  });

  test('a deleted account leaves its name in the audit log and frees its address', async () => {
    const { name, email, uuid } = await createPerson(app);
    const token = await signIn(app, email);
    await removeUser(app.deps, email);
    expect(await profileStatus(app, token)).toBe(401);
    expect((await login(app, email)).statusCode).toBe(401);
    expect((await listUsers(app.deps)).map((user) => user.email)).not.toContain(email);
    const [signedIn] = await audited('login', uuid);
    expect(signedIn).toMatchObject({ user_name: name });
    const [removed] = await audited('delete', uuid);
    expect(JSON.parse(removed?.before ?? '')).toMatchObject({ name, email });
    await expect(removeUser(app.deps, email)).rejects.toMatchObject({ code: 'not_found' });
    await expect(setAccess(app.deps, email, true)).rejects.toMatchObject({ code: 'not_found' });
    await createUser(app.deps, { name, email, password: NEW_PASSWORD });
    await signIn(app, email, NEW_PASSWORD);
    expect(await profileStatus(app, token)).toBe(401);
  });

  test('the last administrator cannot be disabled, even by two concurrent changes', async () => {
    const other = await createTestApp();
    const [ana, bia] = ['ana@rede.example', 'bia@rede.example'];
    await createUser(other.deps, { name: 'Ana', email: ana });
    await createUser(other.deps, { name: 'Bia', email: bia });
    for (let round = 0; round < 5; round++) {
      for (const email of [ana, bia]) await setAccess(other.deps, email, true);
      const both = await Promise.allSettled([
        setAccess(other.deps, ana, false),
        setAccess(other.deps, bia, false),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const refused = both.find((result) => result.status === 'rejected');
      expect(refused?.reason.message).toContain('última pessoa que administra');
    }
    const left = (await listUsers(other.deps)).filter(({ disabled_at }) => disabled_at === null);
    expect(left).toHaveLength(1);
    const [last = { email: '' }] = left;
    await expect(removeUser(other.deps, last.email)).rejects.toMatchObject({ code: 'conflict' });
    await expect(setAccess(other.deps, last.email, false)).rejects.toMatchObject({ code: 'conflict' });
    await other.remove();
  });
});
