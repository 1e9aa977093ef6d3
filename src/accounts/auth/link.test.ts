import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { isPerson } from '../../platform/security/access.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());

test('a link is valid for its purpose only, and ends when the session loses a permission', async () => {
  const token = await app.signIn();
  const role = { name: 'Seleção', permissions: ['applications.read', 'vacancies.read'] };
  const made = await app.request('POST', '/api/admin/roles/store', { token, json: role });
  const { uuid } = made.json().data;
  const actor = await app.deps.authenticate(await app.signInAs(uuid));
  if (!actor || !isPerson(actor)) throw new Error('nobody signed in');
  const link = (await app.deps.links.signer(actor, 'prova'))('um-registro');
  expect((await app.deps.links.open('prova', link)).subject).toBe('um-registro');
  await expect(app.deps.links.open('outra', link)).rejects.toMatchObject({ code: 'forbidden' });
  const less = { ...role, permissions: ['vacancies.read'] };
  await app.request('PUT', `/api/admin/roles/update/${uuid}`, { token, json: less });
  await expect(app.deps.links.open('prova', link)).rejects.toMatchObject({ code: 'forbidden' });
});
