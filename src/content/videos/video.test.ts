import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { fileOf } from '../../../test/images.ts';
import { hostileVideos, mp4 } from '../../../test/sampleFiles.ts';
import { countRows, emptyContent, type Fields, formOf } from '../../../test/uploads.ts';
import {
  aacTrak,
  aviVideo,
  flvVideo,
  h264Trak,
  isoVideo,
  isoVideoIndexedLast,
  matroskaVideo,
  mpegVideo,
  oggVideo,
  trackEntry,
  trak,
  transportStream,
  wmvVideo,
} from '../../../test/videos.ts';
import { formatText } from '../../shared/video/videoFormat.ts';
import { getVideo, siteVideo, storeVideo } from './video.contract.ts';
import { examineVideos } from './videoFormats.job.ts';

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
const counts = () => countRows(app, { videos: 'videos' });
const NOTHING = { videos: 0, files: 0, audit: 0, stored: 0 };

describe('video of the site', () => {
  it('answers 204 to staff and shoppers before the first upload', async () => {
    for (const answer of [await get(), await onSite()])
      expect([answer.statusCode, answer.payload]).toEqual([204, '']);
  });

  it('creates the video with the first save and replaces it at once with the next', async () => {
    await onSite();
    const first = await store();
    expect([first.statusCode, first.json().data.message]).toEqual([201, 'Já aparece na página do cinema.']);
    const old = await read();
    expect(old).toMatchObject({ version: 1, file: { name: 'loja.mp4', type: 'video/mp4' } });
    expect(bodyOf(siteVideo.answers[200], await onSite()).data).toEqual({
      id: old.id,
      file: old.file,
      plays_everywhere: true,
    });

    const next = mp4(Buffer.alloc(2000, 7));
    const second = await store({ video: videoOf(next, 'nova.mp4', 'video/quicktime'), version: '1' });
    expect(second.statusCode).toBe(200);
    expect(bodyOf(storeVideo.answers[200], second).data).toMatchObject({ uuid: old.uuid, version: 2 });
    const { file } = await read();
    expect(file).toMatchObject({ type: 'video/mp4', bytes: next.length });
    expect(bodyOf(siteVideo.answers[200], await onSite()).data).toEqual({
      id: old.id,
      file,
      plays_everywhere: true,
    });
    expect((await app.request('GET', old.file.url_s3)).statusCode).toBe(404);
    expect(await counts()).toEqual({ videos: 1, files: 2, audit: 2, stored: 2 });
  });

  it('serves ranges of the video', async () => {
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

  it('accepts videos of any type', async () => {
    const quicktime = isoVideo([h264Trak()], { brand: 'qt  ' });
    expect((await store({ video: videoOf(quicktime, 'a.mov', 'video/quicktime') })).statusCode).toBe(201);
    expect((await read()).file.url_s3).toMatch(/\.mov$/);
  });
});

describe('video that browsers cannot play', () => {
  it.each<[name: string, bytes: Buffer, type: string, format: string]>([
    ['loja.avi', aviVideo('XVID', 0x55), 'video/x-msvideo', 'AVI com MPEG-4 Parte 2 e MP3'],
    ['loja.avi', aviVideo('H264'), '', 'AVI com H.264'],
    ['loja.wmv', wmvVideo('WMV3'), 'video/x-ms-wmv', 'WMV com Windows Media Video e WMA'],
    ['loja.flv', flvVideo(Buffer.alloc(4, 0x17)), 'video/x-flv', 'FLV com H.264 e AAC'],
    ['loja.mpg', mpegVideo('000001b5'), 'video/mpeg', 'MPEG com MPEG-2'],
    ['loja.mts', transportStream([0x1b]), 'video/mp2t', 'MPEG-TS com H.264'],
    [
      'loja.mkv',
      matroskaVideo('matroska', trackEntry(1, 'V_MPEG4/ISO/AVC')),
      'video/x-matroska',
      'Matroska (MKV) com H.264',
    ],
    ['loja.ogv', oggVideo('\x80theora'), 'video/ogg', 'Ogg com Theora'],
    ['loja.ogv', oggVideo('\x01vorbis', '\x80theora'), '', 'Ogg com Theora e Vorbis'],
    ['loja.3gp', isoVideo([trak('s263')], { brand: '3gp4' }), 'video/3gpp', '3GP com H.263'],
    ['loja.mp4', isoVideo([trak('mp4v')]), 'video/mp4', 'MP4 com MPEG-4 Parte 2'],
    ['loja.mp4', isoVideoIndexedLast([trak('mp4v')]), 'application/octet-stream', 'MP4 com MPEG-4 Parte 2'],
    ['loja.mov', isoVideo([trak('apch')], { brand: 'qt  ' }), 'video/quicktime', 'MOV com ProRes'],
    ['loja.webm', matroskaVideo('webm', trackEntry(1, 'V_MPEG4/ISO/AVC')), 'video/webm', 'WebM com H.264'],
  ])(
    'stores %s, names container and codec, and leaves it out of the site',
    async (name, bytes, type, format) => {
      const answer = await store({ video: videoOf(bytes, name, type) });
      expect(answer.statusCode, answer.payload).toBe(201);
      const advice = `Os navegadores não tocam ${format}. Converta para MP4 (H.264 e AAC), por exemplo com o HandBrake, e envie de novo.`;
      expect(answer.json().data.message).toBe(
        `O vídeo foi guardado, mas não aparece na página do cinema. ${advice}`,
      );
      const video = await read();
      expect(video).toMatchObject({ playable: false, plays_everywhere: false, advice, file: { name } });
      expect(video.format && formatText(video.format)).toBe(format);
      expect((await onSite()).statusCode).toBe(204);
    },
  );

  it('stores a video without a picture, names the problem and leaves it out of the site', async () => {
    const answer = await store({ video: videoOf(isoVideo([aacTrak()])) });
    expect(answer.json().data.message).toMatch(/não aparece na página do cinema\. Este arquivo só tem som\./);
    expect((await onSite()).statusCode).toBe(204);
  });

  it('replaces an unplayable video on the site by a playable one', async () => {
    await store({ video: videoOf(aviVideo('XVID'), 'loja.avi', 'video/x-msvideo') });
    await store();
    expect(await read()).toMatchObject({ playable: true, plays_everywhere: true, advice: null });
    expect((await onSite()).statusCode).toBe(200);
  });
});

describe('video that some browsers play', () => {
  it.each<[name: string, bytes: Buffer, format: string]>([
    ['loja.mov', isoVideo([trak('hvc1'), aacTrak()], { brand: 'qt  ' }), 'MOV com HEVC e AAC'],
    ['loja.mp4', isoVideo([trak('hev1')]), 'MP4 com HEVC'],
    ['loja.mp4', isoVideo([h264Trak(122)]), 'MP4 com H.264 4:2:2'],
    ['loja.mp4', isoVideo([h264Trak(), trak('ac-3', { handler: 'soun' })]), 'MP4 com H.264 e AC-3'],
  ])('shows %s on the site and warns staff', async (name, bytes, format) => {
    const answer = await store({ video: videoOf(bytes, name) });
    const advice = `Nem todo aparelho toca ${format}. Converta para MP4 (H.264 e AAC), por exemplo com o HandBrake, e envie de novo.`;
    expect(answer.json().data.message).toBe(`Já aparece na página do cinema. ${advice}`);
    expect(await read()).toMatchObject({ playable: true, plays_everywhere: false, advice });
    expect(bodyOf(siteVideo.answers[200], await onSite()).data.plays_everywhere).toBe(false);
  });
});

describe('videos stored before codecs were detected', () => {
  /** Resets the stored videos to the state of an older release. */
  const forget = async () => {
    await app.deps.db.updateTable('files').set({ video_format: null }).where('kind', '=', 'video').execute();
    app.deps.responseCache.invalidate();
  };
  const examineAll = () => examineVideos(app.deps, AbortSignal.timeout(30_000));

  it('keeps stored videos on the site until a job has examined them', async () => {
    await store({ video: videoOf(isoVideo([trak('mp4v')])) });
    await forget();
    expect(await read()).toMatchObject({
      playable: true,
      plays_everywhere: true,
      format: null,
      advice: null,
    });
    expect((await onSite()).statusCode).toBe(200);
    await examineAll();
    expect(await read()).toMatchObject({
      playable: false,
      format: { container: 'MP4', video: 'MPEG-4 Parte 2', audio: null },
    });
    expect((await onSite()).statusCode).toBe(204);
  });

  it('examines each stored video once, former versions included', async () => {
    await store({ video: videoOf(aviVideo('XVID'), 'loja.avi', 'video/x-msvideo') });
    await store();
    await forget();
    await examineAll();
    const formats = await app.deps.db
      .selectFrom('files')
      .select('video_format')
      .where('kind', '=', 'video')
      .orderBy('id')
      .execute();
    expect(formats.map(({ video_format }) => JSON.parse(video_format ?? 'null'))).toEqual([
      { container: 'avi', video: 'mpeg4', audio: null },
      { container: 'mp4', video: 'h264', audio: 'aac', profile: 100 },
    ]);
    const reads = vi.spyOn(app.deps.store, 'read');
    await examineAll();
    expect(reads).not.toHaveBeenCalled();
  });

  it('resumes the examination of stored videos after an interruption', async () => {
    await store({ video: videoOf(aviVideo('XVID'), 'loja.avi', 'video/x-msvideo') });
    await store();
    await forget();
    vi.spyOn(app.deps.store, 'read')
      .mockImplementationOnce(app.deps.store.read)
      .mockRejectedValueOnce(new Error('away'));
    await expect(examineAll()).rejects.toThrow('away');
    vi.restoreAllMocks();
    await examineAll();
    const left = await app.deps.db
      .selectFrom('files')
      .select('id')
      .where('kind', '=', 'video')
      .where('video_format', 'is', null)
      .execute();
    expect(left).toEqual([]);
  });

  it('leaves a stored video unchanged if its bytes are missing', async () => {
    await store();
    await forget();
    vi.spyOn(app.deps.store, 'read').mockResolvedValue(null);
    await examineAll();
    expect(await read()).toMatchObject({ playable: true, format: null });
  });

  it('examines stored videos in a daily job', async () => {
    await store({ video: videoOf(isoVideo([trak('mp4v')])) });
    await forget();
    const drain = () => app.deps.jobs.drain('video formats');
    await drain();
    app.clock.advance(61_000);
    await drain();
    expect(await read()).toMatchObject({ playable: false });
  });
});

it('the history of the video names container and codec of each file', async () => {
  await store({ video: videoOf(aviVideo('XVID'), 'loja.avi', 'video/x-msvideo') });
  const { uuid } = await read();
  const versions = (await app.request('GET', `/api/admin/history/video/${uuid}`, { token })).json().data;
  const compared = await app.request('GET', `/api/admin/history/video/${uuid}/${versions.versions[0].id}`, {
    token,
  });
  expect(compared.payload).toContain('loja.avi (AVI com MPEG-4 Parte 2)');
});

describe('rejected videos', () => {
  it.each(hostileVideos)('%s: 422', async (_, video) => {
    const answer = await store({ video });
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['video']);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a request without a file with 422', async () => {
    const answer = await store({ other: 'x' });
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { video: ['Escolha um vídeo.'] }]);
  });

  it('rejects a file that is too large with 413 and names the limit', async () => {
    const answer = await store({ video: videoOf(mp4(Buffer.alloc(1_100_000))) });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      413,
      { video: ['O arquivo passa de 1 MB. Escolha um menor.'] },
    ]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('keeps the stored video after a broken file, an aborted upload and an outdated version', async () => {
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

  it('answers 503 while the file store is unavailable', async () => {
    vi.spyOn(app.deps.store, 'put').mockRejectedValue(new Error('away'));
    expect((await store()).statusCode).toBe(503);
    expect(await counts()).toEqual(NOTHING);
  });
});
