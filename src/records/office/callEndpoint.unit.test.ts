import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { data, endpoint, json, messageResponse, multipart, uuidParams } from '../../shared/endpoint.ts';
import { Failure, failures } from '../../shared/failure.ts';
import { callEndpoint } from './callEndpoint.ts';
import { setConfirmation } from './dialog/confirmation.ts';
import { setQuestions } from './dialog/questions.ts';
import { setReauthenticate, signIn, signOut, withReauth } from './session.ts';

const update = endpoint({
  method: 'POST',
  path: '/admin/things/update/:uuid',
  summary: '',
  params: uuidParams,
  body: multipart(
    z.object({
      title: z.string(),
      alt: z.string().nullish(),
      tags: z.array(z.string()).optional(),
      hours: z.array(z.object({ weekday: z.number() })).optional(),
    }),
    {
      image: { kind: 'image', required: false, multiple: false },
      photos: { kind: 'image', required: false, multiple: true },
    },
  ),
  answers: { 200: messageResponse },
});
const list = endpoint({
  method: 'GET',
  path: '/admin/things',
  summary: '',
  query: z.object({ search: z.string().optional(), page: z.number().optional() }),
  answers: { 200: data(z.array(z.string())), 204: null },
});
const order = endpoint({
  method: 'PUT',
  path: '/admin/things/order',
  summary: '',
  body: json(z.object({ uuids: z.array(z.string()) })),
  answers: { 200: messageResponse },
});
const uuid = '019aa000-0000-7000-8000-000000000001';

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const answer = (status: number, body: unknown, headers?: HeadersInit) =>
  fetched.mockResolvedValueOnce(
    new Response(body === null ? null : JSON.stringify(body), { status, ...(headers && { headers }) }),
  );
const sent = () => {
  const [url, init] = fetched.mock.lastCall ?? ['', {}];
  return { url, ...init, headers: init.headers as Record<string, string> };
};

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    querySelector: () => ({ content: 'https://api.example/v1' }),
  });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  signOut();
});

test("the API's address comes from the page, and empty query parameters are omitted", async () => {
  answer(200, { data: ['a'] });
  await expect(callEndpoint(list, { query: { search: '', page: 2 } })).resolves.toEqual({ data: ['a'] });
  expect(sent().url).toBe('https://api.example/v1/admin/things?page=2');
  expect(sent().headers.authorization).toBeUndefined();
});

test('a 204 returns null', async () => {
  answer(204, null);
  await expect(callEndpoint(list)).resolves.toBeNull();
});

test('a signed-in user sends the token, and JSON where the endpoint accepts JSON', async () => {
  signIn({ uuid: 'r', name: 'Rosa', email: 'rosa@example.com' }, 'abc');
  answer(200, { data: { message: 'ok' } });
  await callEndpoint(order, { body: { uuids: [uuid] } });
  expect(sent().headers).toMatchObject({ authorization: 'Bearer abc', 'content-type': 'application/json' });
  expect(sent().body).toBe(JSON.stringify({ uuids: [uuid] }));
});

test('a multipart body omits absent fields, sends null as empty, repeats names of files and encodes lists as JSON', async () => {
  answer(200, { data: { message: 'ok' } });
  const file = (name: string) => new File(['x'], name, { type: 'image/png' });
  await callEndpoint(update, {
    params: { uuid },
    body: { title: 'Feira', alt: null, tags: ['a', 'b'] },
    files: { image: file('capa.png'), photos: [file('1.png'), file('2.png')] },
  });
  const form = sent().body as FormData;
  expect(sent().url).toBe(`https://api.example/v1/admin/things/update/${uuid}`);
  expect(sent().headers['content-type']).toBeUndefined();
  expect([...form.keys()]).toEqual(['title', 'alt', 'tags', 'image', 'photos[]', 'photos[]']);
  expect(form.get('alt')).toBe('');
  expect(form.get('tags')).toBe('["a","b"]');
  expect((form.get('image') as File).name).toBe('capa.png');

  answer(200, { data: { message: 'ok' } });
  await callEndpoint(update, { params: { uuid }, body: { title: 'Feira', hours: [{ weekday: 1 }] } });
  expect([...(sent().body as FormData).entries()]).toEqual([
    ['title', 'Feira'],
    ['hours', '[{"weekday":1}]'],
  ]);
});

const failing = async () => {
  const failure = await callEndpoint(list).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  return failure as Failure;
};

test('an error response becomes a Failure with its fields and extra properties', async () => {
  answer(422, {
    error: 'Confira.',
    message: 'Confira.',
    code: 'invalid',
    errors: { title: ['Informe o título.'] },
  });
  expect(await failing()).toMatchObject({
    code: 'invalid',
    message: 'Confira.',
    fields: { title: ['Informe o título.'] },
  });
  answer(401, { error: 'Não.', message: 'Não.', code: 'unauthenticated', data: false, two_factor: true });
  expect((await failing()).extra).toEqual({ data: false, two_factor: true });
  answer(429, { error: 'Calma.', message: 'Calma.', code: 'too_many' }, { 'retry-after': '30' });
  expect((await failing()).retryAfter).toBe(30);
});

test('an error response without a code gets its code from the status', async () => {
  for (const [code, { status, text }] of Object.entries(failures)) {
    answer(status, { error: text, message: text, status, data: false });
    expect(await failing()).toMatchObject({ code, message: text, extra: { data: false } });
  }
});

test('a response that is not JSON gets its code from the status', async () => {
  fetched.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect((await failing()).code).toBe('unavailable');
  fetched.mockResolvedValueOnce(new Response('<h1>Hotel Wi-Fi</h1>', { status: 200 }));
  expect((await failing()).code).toBe('internal');
});

test('a missing connection is reported in words', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await failing()).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('Sem conexão'),
  });
});

test('an expired session asks once for all waiting calls, then repeats them', async () => {
  const ask = vi.fn(async () => true);
  const takeBack = setReauthenticate(ask);
  const call = vi.fn<() => Promise<string>>();
  call
    .mockRejectedValueOnce(new Failure('unauthenticated'))
    .mockRejectedValueOnce(new Failure('unauthenticated'));
  call.mockResolvedValue('feito');
  await expect(Promise.all([withReauth(call), withReauth(call)])).resolves.toEqual(['feito', 'feito']);
  expect(ask).toHaveBeenCalledTimes(1);

  ask.mockResolvedValueOnce(false);
  await expect(withReauth(() => Promise.reject(new Failure('unauthenticated')))).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  takeBack();
  await expect(withReauth(() => Promise.reject(new Failure('unavailable')))).rejects.toMatchObject({
    code: 'unavailable',
  });
});

test("a call that needs confirmation is repeated with the dialog's fields, and the screen gets only the final response", async () => {
  const grave = endpoint({
    method: 'POST',
    path: '/admin/things/grave',
    summary: '',
    body: json(z.object({ name: z.string() })),
    confirms: 'always',
    answers: { 200: messageResponse },
  });
  const body = { name: 'Encarte' };
  const bare = { error: 'Confirme que é você.', code: 'forbidden', confirm: true };
  const wrong = { error: 'Confira.', code: 'invalid', errors: { current_password: ['Não confere.'] } };
  const call = () => callEndpoint(grave, { body });
  const bodies = () => fetched.mock.calls.map(([, init]) => JSON.parse(String(init.body)));

  answer(403, bare);
  await expect(call()).rejects.toMatchObject({ code: 'forbidden', extra: { confirm: true } });

  const shownErrors: unknown[] = [];
  const passwords = ['errada', 'certa'];
  let takeBack = setConfirmation(async (attempt) => {
    for (const current_password of passwords)
      await attempt({ current_password }).catch((error) => shownErrors.push(error));
  });
  fetched.mockClear();
  answer(403, bare);
  answer(422, wrong);
  answer(200, { data: { message: 'Feito.' } });
  await expect(call()).resolves.toEqual({ data: { message: 'Feito.' } });
  expect(shownErrors).toEqual([expect.objectContaining({ fields: { current_password: ['Não confere.'] } })]);
  expect(bodies()).toEqual([
    body,
    { ...body, current_password: 'errada' },
    { ...body, current_password: 'certa' },
  ]);

  // Failures of the save itself are thrown to the screen.
  passwords.splice(0, 2, 'certa');
  answer(403, bare);
  answer(422, { error: 'Confira.', code: 'invalid', errors: { name: ['Já há um com este nome.'] } });
  await expect(call()).rejects.toMatchObject({ fields: { name: ['Já há um com este nome.'] } });
  expect(shownErrors).toHaveLength(1);
  takeBack();

  takeBack = setConfirmation(async () => undefined);
  answer(403, bare);
  await expect(call()).rejects.toThrow('Faltou confirmar que é você.');
  takeBack();
});

test('asks the question of the server before it goes on without the field that asks', async () => {
  const publish = endpoint({
    method: 'POST',
    path: '/admin/things/publish',
    summary: '',
    warningField: 'check',
    body: json(z.object({ version: z.number(), check: z.boolean().optional() })),
    answers: { 200: messageResponse },
  });
  const call = () => callEndpoint(publish, { body: { version: 3 } });
  const told = { data: { message: 'Já está no site.' } };
  answer(200, told);
  expect(await call()).toEqual(told);
  expect(JSON.parse(String(sent().body))).toEqual({ version: 3 });

  const ask = vi.fn<(question: string) => Promise<boolean>>();
  const takeBack = setQuestions(ask);
  const asked = { error: 'Está certo?', message: 'Está certo?', code: 'conflict', question: 'Está certo?' };
  answer(200, told);
  expect(await call()).toEqual(told);
  expect(JSON.parse(String(sent().body))).toEqual({ version: 3, check: true });
  expect(ask).not.toHaveBeenCalled();

  answer(409, asked);
  answer(200, told);
  ask.mockResolvedValueOnce(true);
  expect(await call()).toEqual(told);
  expect(ask).toHaveBeenCalledWith('Está certo?');
  expect(JSON.parse(String(sent().body))).toEqual({ version: 3 });

  answer(409, asked);
  ask.mockResolvedValueOnce(false);
  await expect(call()).rejects.toMatchObject({ extra: { canceled: true } });

  answer(409, { error: 'Mudou.', message: 'Mudou.', code: 'conflict' });
  await expect(call()).rejects.toMatchObject({ message: 'Mudou.' });
  takeBack();
});
