import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../../test/app.ts';
import { holdWrite, untilBlocked } from '../../../../test/heldWrite.ts';
import { historyFaults } from '../../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../../test/images.ts';
import { emptyContent, formOf } from '../../../../test/uploads.ts';
import type { Work } from '../../../platform/database/write.ts';
import { deleteOrdered, findRecord, updateRecord } from '../store/records.ts';

// Tests the deletion of a gallery photo concurrent with another write of its record.

let app: TestApp;
let token: string;
let picture: Buffer;
beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, ['shop_images', 'shops']));

const FIELDS = { name: 'Livraria', email: 'oi@livraria.example', phone: '(85) 3222-4400' };

async function storeShop(): Promise<{ uuid: string; photos: string[]; cover: string }> {
  const photo = () => fileOf(picture, 'foto.jpg');
  const stored = await app.request('POST', '/api/admin/shops/store', {
    token,
    form: formOf({ ...FIELDS, image: photo(), gallery: [photo(), photo()] }),
  });
  expect(stored.statusCode, stored.body).toBe(201);
  const { uuid } = stored.json().data;
  const { gallery, file } = (await app.request('GET', `/api/admin/shops/details/${uuid}`, { token })).json()
    .data;
  return { uuid, photos: gallery.map((one: { uuid: string }) => one.uuid), cover: file.url_s3 };
}

const deletePhoto = (uuid: string) =>
  app.request('DELETE', `/api/admin/shops/destroy/gallery-img/${uuid}`, { token });
const restore = (uuid: string) => app.request('POST', `/api/admin/bin/shops/${uuid}/restore`, { token });

/** Deletes the photo while `write` waits for its commit. */
async function deletePhotoBeside(photo: string, write: (work: Work) => Promise<unknown>) {
  const held = await holdWrite(app, write);
  const answer = deletePhoto(photo);
  await untilBlocked(app);
  await held.release();
  return answer;
}

describe('deleting a gallery photo', () => {
  it('waits for the deletion of the record, answers 404, and lets the record be restored', async () => {
    const { uuid, photos } = await storeShop();
    const answer = await deletePhotoBeside(photos[0] ?? '', (work) => deleteOrdered(work, 'shops', uuid));
    expect(answer.statusCode).toBe(404);
    expect(await historyFaults(app.deps)).toEqual([]);
    const restored = await restore(uuid);
    expect(restored.statusCode, restored.body).toBe(200);
  });

  it('waits for the unpublication of the record and leaves its cover hidden', async () => {
    const { uuid, photos, cover } = await storeShop();
    const answer = await deletePhotoBeside(photos[0] ?? '', (work) =>
      app.deps.publication.unpublishRecord(work, 'shops', uuid),
    );
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await historyFaults(app.deps)).toEqual([]);
    expect((await app.request('GET', cover)).statusCode).toBe(404);
  });

  it('waits for a save of the record and keeps the saved values', async () => {
    const { uuid, photos } = await storeShop();
    const answer = await deletePhotoBeside(photos[0] ?? '', async (work) => {
      const before = await findRecord(work.trx, 'shops', uuid);
      await updateRecord(work, 'shops', before, { name: 'Livraria e café' });
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await historyFaults(app.deps)).toEqual([]);
    const { name, gallery } = (await app.request('GET', `/api/admin/shops/details/${uuid}`, { token })).json()
      .data;
    expect([name, gallery.map((one: { uuid: string }) => one.uuid)]).toEqual([
      'Livraria e café',
      [photos[1]],
    ]);
  });

  it('stays effective when a concurrent draft of the record is published later', async () => {
    const { uuid, photos } = await storeShop();
    // Locks only the row: the draft waits in the middle of its save, and the deletion waits for the draft.
    const held = await holdWrite(app, ({ trx }) =>
      trx
        .selectFrom('shops')
        .select('id')
        .where('uuid', '=', uuid)
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .execute(),
    );
    const form = formOf({ ...FIELDS, name: 'Sebo', publish_at: 'later' });
    const drafted = app.request('POST', `/api/admin/shops/update/${uuid}`, { token, form });
    await untilBlocked(app);
    const deleted = deletePhoto(photos[0] ?? '');
    await untilBlocked(app, 2);
    await held.release();
    expect((await drafted).statusCode, (await drafted).body).toBe(200);
    expect((await deleted).statusCode, (await deleted).body).toBe(200);

    const { versions } = (await app.request('GET', `/api/admin/history/shops/${uuid}`, { token })).json()
      .data;
    const { id } = versions.find(({ state }: { state: string }) => state === 'draft');
    const publish = `/api/admin/history/shops/${uuid}/${id}/publish`;
    const published = await app.request('POST', publish, { token, json: {} });
    expect(published.statusCode, published.body).toBe(200);
    const { name, gallery } = (await app.request('GET', `/api/admin/shops/details/${uuid}`, { token })).json()
      .data;
    expect([name, gallery.map((one: { uuid: string }) => one.uuid)]).toEqual(['Sebo', [photos[1]]]);
  });

  it('concurrent deletes, restores, saves and unpublications of a record leave a consistent history', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { uuid, photos } = await storeShop();
      const answers = await Promise.all([
        deletePhoto(photos[0] ?? ''),
        app.request('DELETE', `/api/admin/shops/destroy/${uuid}`, { token }),
        deletePhoto(photos[1] ?? ''),
        app.request('POST', `/api/admin/shops/update/${uuid}`, { token, form: formOf(FIELDS) }),
        app.request('POST', `/api/admin/publication/shops/${uuid}/withdraw`, { token, json: {} }),
      ]);
      expect(answers.flatMap(({ statusCode, body }) => (statusCode >= 500 ? [body] : []))).toEqual([]);
      expect(await historyFaults(app.deps)).toEqual([]);
      expect((await restore(uuid)).statusCode).toBe(200);
    }
  });
});
