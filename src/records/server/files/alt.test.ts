import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../../test/app.ts';
import { fileOf, jpeg } from '../../../../test/images.ts';
import { emptyContent, uploadCalls } from '../../../../test/uploads.ts';
import { getBanner, siteBanners } from '../../../content/banners/banner.contract.ts';
import { getShop } from '../../../content/shops/shop.contract.ts';
import { getDashboard } from '../../../office/dashboard/dashboard.contract.ts';

let app: TestApp;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, ['banners', 'shop_images', 'shops']));

const banners = uploadCalls(() => app, 'banners', {
  fields: () => ({ title: 'Festival' }),
  files: () => ({ image: fileOf(picture) }),
});
const shops = uploadCalls(() => app, 'shops', {
  fields: () => ({ name: 'Livraria', email: 'oi@livraria.example', phone: '(85) 3222-4400' }),
  files: () => ({ image: fileOf(picture) }),
});

const altOf = async (uuid: string) =>
  bodyOf(getBanner.answers[200], await banners.get(`/details/${uuid}`)).data.alt;
const altOnSite = async () => {
  const answer = await app.request('GET', '/api/site/banners');
  return bodyOf(siteBanners.answers[200], answer).data.map(({ file }) => file.alt);
};
const withoutAlt = async () => {
  const answer = await app.request('GET', '/api/admin/dashboard', { token: await app.signIn() });
  return bodyOf(getDashboard.answers[200], answer).data.waiting.without_alt.count;
};
const versions = async () =>
  (await app.deps.db.selectFrom('record_versions').select('data').orderBy('id').execute()).map(
    ({ data }) => JSON.parse(data).alt,
  );

describe('alternative texts', () => {
  it('stores an empty text for a decorative picture and null for a missing one', async () => {
    const uuid = await banners.storeRecord();
    expect([await altOf(uuid), await altOnSite(), await withoutAlt()]).toEqual([null, [null], 1]);
    await banners.update(uuid, { decorative: 'true', alt: '' });
    expect([await altOf(uuid), await altOnSite(), await withoutAlt()]).toEqual(['', [''], 0]);
    await banners.update(uuid, { decorative: 'false' });
    expect([await altOf(uuid), await withoutAlt()]).toEqual([null, 1]);
    await banners.update(uuid, { decorative: '0', alt: 'Pães na cesta' });
    expect(await altOf(uuid)).toBe('Pães na cesta');
    expect(await versions()).toEqual([null, '', null, 'Pães na cesta']);
  });

  it('keeps an absent text and clears an empty one, also for clients without the decorative field', async () => {
    const uuid = await banners.storeRecord({ decorative: '1' });
    await banners.update(uuid);
    expect(await altOf(uuid)).toBe('');
    await banners.update(uuid, { alt: '' });
    expect(await altOf(uuid)).toBe(null);
  });

  it('answers 422 to an invalid decorative value', async () => {
    const answer = await banners.store({ decorative: 'talvez' });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['decorative']]);
  });

  it('distinguishes decorative gallery pictures from those without a text', async () => {
    const photo = fileOf(picture, 'foto.jpg');
    const uuid = await shops.storeRecord({ gallery: [photo, photo], new_gallery_alts: '[false, ""]' });
    const read = async () => bodyOf(getShop.answers[200], await shops.get(`/details/${uuid}`)).data.gallery;
    const gallery = await read();
    expect(gallery.map(({ alt }) => alt)).toEqual(['', null]);
    const [first, second] = gallery.map((image) => image.uuid);
    const texts = JSON.stringify({ [first ?? '']: '', [second ?? '']: false });
    expect((await shops.update(uuid, { gallery_alts: texts })).statusCode).toBe(200);
    expect((await read()).map(({ alt }) => alt)).toEqual([null, '']);
  });
});
