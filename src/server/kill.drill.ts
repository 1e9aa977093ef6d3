import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { newDataDir, startProduct } from '../../bench/product.ts';
import { tokenOf } from '../../bench/upload.ts';
import { jpeg } from '../../test/images.ts';

const ROUNDS = 15;

interface Stored {
  uuid: string;
  title: string;
}

/** Stores banners one after the other until the process dies; answers those that were acknowledged. */
async function storeUntilKilled(
  url: string,
  token: string,
  picture: Buffer,
  round: number,
): Promise<Stored[]> {
  const acknowledged: Stored[] = [];
  for (let count = 0; ; count += 1) {
    const title = `Rodada ${round}, banner ${count}`;
    const form = new FormData();
    form.set('title', title);
    form.set('image', new Blob([picture as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'a.jpg');
    try {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/api/admin/banners/store`, { method: 'POST', headers, body: form });
      if (answer.status !== 201) throw new Error(`the store answered ${answer.status}`);
      const { data } = (await answer.json()) as { data: { uuid: string } };
      acknowledged.push({ uuid: data.uuid, title });
    } catch (error) {
      if (error instanceof TypeError) return acknowledged;
      throw error;
    }
  }
}

test('a kill at any moment loses nothing that was acknowledged and shows no half file', {
  timeout: 600_000,
}, async () => {
  const dataDir = await newDataDir();
  const picture = await jpeg({ width: 800, height: 400 });
  const all: Stored[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const product = await startProduct(dataDir);
    const token = await tokenOf(product);
    setTimeout(() => process.kill(product.pid, 'SIGKILL'), 300 + Math.random() * 1500);
    all.push(...(await storeUntilKilled(product.url, token, picture, round)));
  }
  const product = await startProduct(dataDir);
  const token = await tokenOf(product);
  const answer = await fetch(`${product.url}/api/admin/banners`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as {
    data: { uuid: string; title: string; file: { url_s3: string } }[];
  };
  const byUuid = new Map(data.map((banner) => [banner.uuid, banner]));
  expect(all.length).toBeGreaterThan(ROUNDS);
  for (const { uuid, title } of all) expect(byUuid.get(uuid)?.title).toBe(title);
  for (const { file } of data) {
    const media = await fetch(product.url + file.url_s3);
    expect(media.status).toBe(200);
    expect((await media.arrayBuffer()).byteLength).toBe(Number(media.headers.get('content-length')));
  }
  await product.stop();
  await rm(dataDir, { recursive: true });
  console.log(`${all.length} acknowledged banners over ${ROUNDS} kills, none lost`);
});
