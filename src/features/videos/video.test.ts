import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { hostileVideos, mp4 } from '../../../test/documents.ts';
import { fileOf } from '../../../test/images.ts';
import { countsOf, emptyContent, type Fields, formOf } from '../../../test/uploads.ts';
import { box } from '../../../test/videos.ts';
import { getVideo, siteVideo, storeVideo } from './video.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ env: { MAX_VIDEO_MB: '1' } });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, ['videos']));

const videoOf = (bytes: Buffer, name = 'loja.mp4', type = 'video/mp4') => fileOf(bytes, name, type);
const STORE = '/api/admin/videos/store';
const store = (fields: Fields = { video: videoOf(mp4()) }) =>
  app.request('POST', STORE, { token, form: formOf(fields) });
const get = () => app.request('GET', '/api/admin/videos', { token });
const read = async () => bodyOf(getVideo.answers[200], await get()).data;
const onSite = () => app.request('GET', '/api/site/video');
const counts = () => countsOf(app, { videos: 'videos' });
const NOTHING = { videos: 0, files: 0, audit: 0, stored: 0 };

describe('the video of the site', () => {
  it('is a 204 for staff and shoppers until the first is sent', async () => {
    for (const answer of [await get(), await onSite()])
      expect([answer.statusCode, answer.payload]).toEqual([204, '']);
  });

  it('is created by the first save and replaced by the next, at once for shoppers', async () => {
    await onSite();
    const first = await store();
    expect([first.statusCode, first.json().data.message]).toEqual([201, 'Já aparece na página do cinema.']);
    const old = await read();
    expect(old).toMatchObject({ version: 1, file: { name: 'loja.mp4', type: 'video/mp4' } });
    expect(bodyOf(siteVideo.answers[200], await onSite()).data).toEqual({ id: old.id, file: old.file });

    const next = mp4(Buffer.alloc(2000, 7));
    const second = await store({ video: videoOf(next, 'nova.mp4', 'video/quicktime'), version: '1' });
    expect(second.statusCode).toBe(200);
    expect(bodyOf(storeVideo.answers[200], second).data).toMatchObject({ uuid: old.uuid, version: 2 });
    const { file } = await read();
    expect(file).toMatchObject({ type: 'video/mp4', bytes: next.length });
    expect(bodyOf(siteVideo.answers[200], await onSite()).data).toEqual({ id: old.id, file });
    expect((await app.request('GET', old.file.url_s3)).statusCode).toBe(404);
    expect(await counts()).toEqual({ videos: 1, files: 2, audit: 2, stored: 2 });
  });

  it('plays from anywhere in it: ranges', async () => {
    const bytes = mp4(Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251)));
    await store({ video: videoOf(bytes) });
    const { file } = await read();
    const part = await app.request('GET', file.url_s3, { headers: { range: 'bytes=200-299' } });
    expect(part.statusCode).toBe(206);
    expect(part.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-range': `bytes 200-299/${bytes.length}`,
    });
    expect(part.rawPayload.equals(bytes.subarray(200, 300))).toBe(true);
  });

  it('may be of any type of video', async () => {
    const quicktime = Buffer.concat([box('ftyp', Buffer.from('qt  \0\0\0\0qt  ', 'latin1')), box('moov')]);
    expect((await store({ video: videoOf(quicktime, 'a.mov', 'video/quicktime') })).statusCode).toBe(201);
    expect((await read()).file.url_s3).toMatch(/\.mov$/);
  });
});

describe('a video that browsers cannot play', () => {
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
  const avi = Buffer.concat([Buffer.from('RIFF'), hex('10000000'), Buffer.from('AVI LIST'), Buffer.alloc(8)]);
  const flv = Buffer.concat([Buffer.from('FLV\x01'), Buffer.alloc(100)]);
  const mpeg = Buffer.concat([hex('000001ba 21'), Buffer.alloc(100)]);

  it.each<[string, Buffer, string]>([
    ['loja.avi', avi, 'video/x-msvideo'],
    ['loja.avi', avi, ''],
    ['loja.flv', flv, 'video/x-flv'],
    ['loja.mpg', mpeg, 'video/mpeg'],
  ])('%s is stored, told and left out of the site', async (name, bytes, type) => {
    const answer = await store({ video: videoOf(bytes, name, type) });
    expect(answer.statusCode, answer.payload).toBe(201);
    expect(answer.json().data.message).toBe(
      'O vídeo foi guardado, mas não aparece na página do cinema. Os navegadores não tocam este formato. Converta para MP4 (H.264), por exemplo com o HandBrake, e envie de novo.',
    );
    expect(await read()).toMatchObject({ playable: false, file: { name } });
    expect((await onSite()).statusCode).toBe(204);
  });

  it('gives its place on the site to one that they play', async () => {
    await store({ video: videoOf(avi, 'loja.avi', 'video/x-msvideo') });
    await store();
    expect(await read()).toMatchObject({ playable: true });
    expect((await onSite()).statusCode).toBe(200);
  });
});

describe('what is refused changes nothing', () => {
  it.each(hostileVideos)('%s: 422', async (_, video) => {
    const answer = await store({ video });
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['video']);
    expect(await counts()).toEqual(NOTHING);
  });

  it('no file: 422', async () => {
    const answer = await store({ other: 'x' });
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { video: ['Escolha um vídeo.'] }]);
  });

  it('a file that is too large: 413 with the limit in words', async () => {
    const answer = await store({ video: videoOf(mp4(Buffer.alloc(1_100_000))) });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      413,
      { video: ['O arquivo passa de 1 MB. Escolha um menor.'] },
    ]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('without a session: 401', async () => {
    const form = new FormData();
    form.append('video', videoOf(mp4()));
    expect((await app.request('POST', STORE, { form })).statusCode).toBe(401);
    expect((await app.request('GET', '/api/admin/videos')).statusCode).toBe(401);
    expect(await counts()).toEqual(NOTHING);
  });

  it('a broken one, one whose sender goes away and a version that is behind leave what was there', async () => {
    await store();
    const before = [await read(), await counts()];
    expect((await store({ video: videoOf(mp4().subarray(0, 300)) })).statusCode).toBe(422);
    expect((await store({ video: videoOf(mp4()), version: '7' })).statusCode).toBe(409);
    const broken = await app.request('POST', STORE, {
      token,
      payload: `--b\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n${mp4().toString('latin1')}`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(broken.statusCode).toBe(400);
    expect([await read(), await counts()]).toEqual(before);
  });

  it('with the store away: 503', async () => {
    vi.spyOn(app.deps.store, 'put').mockRejectedValue(new Error('away'));
    expect((await store()).statusCode).toBe(503);
    expect(await counts()).toEqual(NOTHING);
  });
});
