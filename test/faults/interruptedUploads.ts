import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileOf, jpeg } from '../images.ts';
import { mp4, pdf } from '../sampleFiles.ts';
import { openConnection } from '../slowClients.ts';
import { formOf } from '../uploads.ts';
import { type FaultHarness, formatSeconds, resourcesOf, staffClientOf, timeUntil } from './harness.ts';

/** Share of the upload that is sent before the connection is cut; 1 means before the response. */
const SHARES = [0.01, 0.5, 0.99, 1];

const namesIn = (folder: string) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

export async function interruptedUploads(ground: FaultHarness): Promise<void> {
  const product = await ground.start();
  const { token, get, send } = await staffClientOf(product);
  const port = Number(new URL(product.url).port);
  const picture = await jpeg({ width: 1600, height: 800 });
  const bodies: [string, () => FormData][] = [
    ['/api/admin/banners/store', () => formOf({ title: 'Cortado', image: fileOf(picture, 'a.jpg') })],
    [
      '/api/admin/videos/store',
      () => formOf({ video: fileOf(mp4(Buffer.alloc(20_000_000, 7)), 'a.mp4', 'video/mp4') }),
    ],
    [
      '/api/site/work-with-us',
      () =>
        formOf({
          name: 'Cortada Silva',
          email: 'cortada@prova.example',
          phone: '85900000012',
          vacancy: 'Caixa',
          doc: fileOf(pdf('Currículo', 2_000_000), 'cv.pdf', 'application/pdf'),
        }),
    ],
  ];
  const cut = async (path: string, form: FormData, share: number) => {
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const body = Buffer.from(await request.arrayBuffer());
    const lines = [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${token}`,
      `content-type: ${request.headers.get('content-type')}`,
      `content-length: ${body.length}`,
    ];
    const { socket } = await openConnection({ port }, `${lines.join('\r\n')}\r\n\r\n`);
    await new Promise((sent) => socket.write(body.subarray(0, Math.floor(body.length * share)), sent));
    await wait(share < 1 ? 20 : 1);
    socket.resetAndDestroy();
  };
  const temporary = () => namesIn(join(product.dataDir, 'tmp')).length;
  const open = () => resourcesOf(product.pid).descriptors;
  const database = new DatabaseSync(join(product.dataDir, 'vitrine.db'), { readOnly: true });
  ground.undo(() => database.close());
  const count = (source: string) =>
    Number(database.prepare(`select count(*) as found from ${source}`).get()?.found);
  const videos = () => count('videos');

  // Warms up, because descriptors that the first request of a kind opens stay open.
  for (const [path, form] of bodies) await send('POST', path, form());
  await wait(3000);
  const [before, counts] = [open(), { banners: count('banners'), applications: count('job_applications') }];
  let cuts = 0;
  for (const share of SHARES)
    for (const [path, form] of bodies)
      for (let round = 0; round < 4; round += 1) {
        await cut(path, form(), share);
        cuts += 1;
      }
  const clean = await timeUntil(
    () => temporary() === 0 && count("files where state = 'staged'") === 0,
    20_000,
  );
  const closed = await timeUntil(() => open() <= before, 20_000);
  const whole: string[] = [];
  const { data } = JSON.parse((await get('/api/admin/banners')).text) as {
    data: { file: { url_s3: string } }[];
  };
  for (const { file } of data) {
    const media = await fetch(product.url + file.url_s3);
    const bytes = (await media.arrayBuffer()).byteLength;
    if (media.status !== 200 || bytes !== Number(media.headers.get('content-length')))
      whole.push(file.url_s3);
  }
  ground.addResult(
    `${cuts} uploads cut at 1, 50, 99 and 100 %`,
    'nothing half made, no file and no descriptor left',
    `clean after ${formatSeconds(clean)}, descriptors (${before}) as before after ${formatSeconds(closed)}, ${whole.length} pictures not whole`,
    clean < 20_000 && closed < 20_000 && whole.length === 0,
  );
  // Only uploads that arrived completely may have been saved.
  const saved = [count('banners') - counts.banners, count('job_applications') - counts.applications];
  ground.addResult(
    '… of 4 pictures and 4 résumés that had arrived whole',
    'saved, or not at all',
    `${saved} saved`,
    saved.every((one) => one <= 4) && videos() >= 1 && counts.applications >= 1,
  );
  const bad = product.lines().filter(({ msg }) => msg === 'internal').length;
  ground.addResult('… all of them', 'nobody is to blame', `${bad} lines «internal»`, bad === 0);
}
