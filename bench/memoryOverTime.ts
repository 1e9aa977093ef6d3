import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Figure } from './figures.ts';
import type { RunningProduct } from './product.ts';

const WARM_MINUTES = 10;
/** Milliseconds between saves; every fortieth save has a picture. */
const PAUSE_MS = 250;
const PICTURE_EVERY = 40;
const TOLERANCE = 0.1;

const MB = 1024 * 1024;

/**
 * Measures resident memory during saves and reads for `minutes`, and compares its end with its value after
 * ten minutes.
 */
export async function memoryOverTime(product: RunningProduct, minutes: number): Promise<Figure[]> {
  const { url, admin, pid } = product;
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const { data } = (await login.json()) as { data: { token: { access_token: string } } };
  const headers = { authorization: `Bearer ${data.token.access_token}` };
  const drawn = await sharp({ create: { width: 1440, height: 600, channels: 3, background: '#c4161c' } })
    .jpeg()
    .toBuffer();
  const picture = new Blob([new Uint8Array(drawn)], { type: 'image/jpeg' });
  const first = async (path: string) => {
    const answer = await fetch(`${url}/api/admin/${path}?page=1&per_page=1`, { headers });
    return ((await answer.json()) as { data: { uuid: string }[] }).data[0]?.uuid ?? '';
  };
  const [phone, banner] = [await first('phones'), await first('banners')];
  const save = async (turn: number) => {
    const isPicture = turn % PICTURE_EVERY === 0;
    const form = new FormData();
    form.set('title', `Semana ${turn}`);
    form.set('image', picture, 'a.jpg');
    const json = JSON.stringify({
      contact: `SAC ${turn}`,
      ddi: '55',
      ddd: '85',
      number: '32224400',
      type: '1',
    });
    const answer = await (isPicture
      ? fetch(`${url}/api/admin/banners/update/${banner}`, { method: 'POST', headers, body: form })
      : fetch(`${url}/api/admin/phones/update/${phone}`, {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/json' },
          body: json,
        }));
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`a save was answered ${answer.status}`);
  };
  const pages = ['/', '/contacts', '/branches', '/tips-and-recipes', '/api/site/home'];
  const rss = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
  };

  const begun = performance.now();
  const samples: { minute: number; bytes: number }[] = [];
  for (let turn = 1; performance.now() - begun < minutes * 60_000; turn += 1) {
    await save(turn);
    await (await fetch(url + (pages[turn % pages.length] ?? '/'))).arrayBuffer();
    const minute = Math.floor((performance.now() - begun) / 60_000);
    if (minute > (samples.at(-1)?.minute ?? -1)) {
      samples.push({ minute, bytes: await rss() });
      console.log(`minute ${minute}: ${((samples.at(-1)?.bytes ?? 0) / MB).toFixed(0)} MB, ${turn} saves`);
    }
    await new Promise((wait) => setTimeout(wait, PAUSE_MS));
  }
  const after = samples.filter(({ minute }) => minute >= WARM_MINUTES).map(({ bytes }) => bytes);
  const base = after[0] ?? Number.NaN;
  const ratio = Math.max(...after) / base;
  return [
    {
      what: `resident memory over ${minutes} minutes of saves and reads`,
      measured: `${(base / MB).toFixed(0)} MB after ${WARM_MINUTES} minutes, at most ${(Math.max(...after) / MB).toFixed(0)} MB after that (${ratio.toFixed(2)} ×)`,
      goal: `≤ ${(1 + TOLERANCE).toFixed(1)} ×`,
      reached: ratio <= 1 + TOLERANCE,
    },
  ];
}
