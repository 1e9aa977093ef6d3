import { Agent, type ClientRequest, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { authFailureEnvelope, failureEnvelope, isAuthPath } from '../src/shared/failure.ts';
import { createTestApp, type TestApp } from './app.ts';
import { jpeg } from './images.ts';
import { mp4, pdf } from './sampleFiles.ts';

// Fuzzes every operation of the API document with requests close to its schema and far from it, over real
// connections. Any response that the document does not declare is a finding.

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}

export interface Operation {
  method: string;
  path: string;
  statuses: Set<number>;
  query: Record<string, Schema>;
  body: Schema | null;
  staff: boolean;
}

interface ApiDocument {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string; schema: Schema }[];
        requestBody?: { content: Record<string, { schema: Schema }> };
        responses: Record<string, unknown>;
        security?: unknown[];
      }
    >
  >;
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses, security }]) => ({
      method: method.toUpperCase(),
      path,
      statuses: new Set(Object.keys(responses).map(Number)),
      query: Object.fromEntries(
        parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema]),
      ),
      body: Object.values(requestBody?.content ?? {})[0]?.schema ?? null,
      staff: security !== undefined,
    })),
  );
}

/** Encoding of a body. Operations without a body get none, or an unexpected one. */
export type BodyEncoding = 'none' | 'json' | 'multipart';

export interface FuzzRequest {
  method: string;
  /** `{uuid}` stands for a record of the resource, if there is one. */
  url: string;
  headers: Record<string, string>;
  payload: Buffer | null;
}

export interface SampleFiles {
  jpeg: Buffer;
  pdf: Buffer;
  mp4: Buffer;
}

// Values.

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'length',
];

const oddText = fc.oneof(
  fc.constantFrom(
    ...NAMES,
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\u0001\u007f',
      '\ud800',
      'x\udc00y',
      '😀',
      'İı',
      '\u202e',
      '\ufeff',
      'e\u0301',
    ],
    ...[
      '%00',
      '%',
      "' or 1=1 --",
      '";drop table users;',
      '<script>alert(1)</script>',
      '{{7*7}}',
      '../../etc/passwd',
    ],
    ...[
      '0',
      '-1',
      '1e309',
      'NaN',
      'Infinity',
      '0x10',
      '1,5',
      '9'.repeat(400),
      'null',
      'true',
      '[]',
      '{}',
      '{"a":',
    ],
    ...[
      '2026-02-30',
      '0000-00-00',
      '9999-12-31',
      '+275760-09-13',
      '2026-11-22T25:00:00Z',
      '24:00',
      '08:30:61',
    ],
    ...[
      'a@b',
      'a@b.example',
      '@',
      `${'a'.repeat(250)}@b.example`,
      'https://',
      'javascript:alert(1)',
      'http://[::1',
    ],
    ...['x'.repeat(301), 'x'.repeat(70_000), '\n'.repeat(500), 'ﷺ'.repeat(300)],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', '\0', 'a', '\u0300', '\r', '\n'), maxLength: 20 }),
);

const oddNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 1e21, 1e308, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** As deep as one megabyte of JSON can nest. */
const deep = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;

/** Separate from plain objects, so that `__proto__` is a key and not the prototype. */
const oddObject = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES, 'uuid', 'id', '0', ''), oddText), fc.jsonValue()), {
    maxLength: 5,
  })
  .map((entries) => {
    const made: Record<string, unknown> = Object.create(null);
    for (const [name, value] of entries) made[name] = value;
    return made;
  });

export const arbitraryValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom(null, true, false, [], {}, [null], [[]], deep(200)),
  fc.array(fc.oneof(oddText, oddNumber, fc.constant(null)), { maxLength: 6 }),
  oddObject,
  fc.jsonValue(),
  fc.nat(1500).map((length) => Array(length).fill(1)),
);

const PLAUSIBLE: Record<string, fc.Arbitrary<unknown>> = {
  uuid: fc.oneof(fc.uuid(), fc.constantFrom('{uuid}', '00000000-0000-0000-0000-000000000000')),
  date: fc.constantFrom('2026-11-22', '2026-12-31', '2024-02-29', '1900-01-01'),
  'date-time': fc.constantFrom(
    '2026-11-22T12:00:00Z',
    '2026-11-22T12:00:00-03:00',
    '2030-01-01T00:00:00.123Z',
  ),
  email: fc.constantFrom('ana@rede.example', 'joao.silva+x@rede.example'),
  uri: fc.constantFrom('https://rede.example/x', 'http://rede.example'),
};

/** Values by field name, where the schema does not describe the format. */
const BY_NAME: Record<string, fc.Arbitrary<unknown>> = {
  state: fc.constantFrom('SP', 'MG', 'sp'),
  cnpj: fc.constantFrom('12.ABC.345/01DE-35', '11222333000181', '11222333000182'),
  classification: fc.constantFrom('L', '12', 'A14', 'Livre'),
  hours: fc.constantFrom('[{"weekday":1,"opens":"08:00","closes":"22:00"}]', '[{"weekday":9}]', '[null]'),
  gallery_alts: fc.constantFrom('{"{uuid}":"texto"}', '{"__proto__":"x"}', '[]'),
  // `{change}` is a pending change that no request may replace.
  replaces: fc.constantFrom<unknown>('{change}', 1, 0, -1),
  gallery_from: fc.constantFrom('["{uuid}"]', '["x"]', '{}'),
  gallery_frames: fc.constantFrom(
    '{"{uuid}":{"crop":null,"focus":{"x":10,"y":90}}}',
    '{"__proto__":{}}',
    '[]',
  ),
  new_gallery_frames: fc.constantFrom(
    '[null]',
    '[{"crop":{"x":0,"y":0,"width":50,"height":50},"focus":null}]',
    '{}',
  ),
  gallery_remove: fc.constantFrom('["{uuid}"]', '["x"]', '{}'),
  gallery_order: fc.constantFrom('["{uuid}", 0]', '[-1]', '{}'),
  new_gallery_alts: fc.constantFrom('["texto"]', '[null]', '{}'),
};

function near(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const byName = BY_NAME[name];
  if (byName) return byName;
  const branches = schema.anyOf ?? [];
  if (branches.length > 0) return fc.oneof(...branches.map((branch) => near(name, branch)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const plausible = PLAUSIBLE[schema.format ?? ''];
  if (plausible) return plausible;
  const { minimum = 0, maximum = 100 } = schema;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(near('', schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return nearObject(schema);
    default:
      return nearText(schema);
  }
}

function nearText({ maxLength = 120, pattern }: Schema): fc.Arbitrary<string> {
  if (pattern?.includes(':')) return fc.constantFrom('08:30', '22:00', '00:00');
  if (pattern)
    return fc.integer({ min: 1, max: Math.min(maxLength, 9) }).map((length) => '1934567890'.slice(0, length));
  const texts = [
    'Padaria',
    'Água fresca',
    'ana@rede.example',
    'https://rede.example',
    '/branches',
    'uma senha de teste',
  ];
  return fc.constantFrom(...texts, 'x'.repeat(maxLength)).map((text) => text.slice(0, maxLength));
}

function partsOf(schema: Schema): Record<string, Schema> {
  return Object.assign({}, schema.properties, ...(schema.allOf ?? []).map(partsOf));
}

const nearObject = (schema: Schema) =>
  fc.record(
    Object.fromEntries(Object.entries(partsOf(schema)).map(([name, field]) => [name, near(name, field)])),
  );

/** Returns a valid body with up to three fields changed, removed or added. */
function mutated(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const names = [...Object.keys(partsOf(schema)), ...NAMES];
  const change = fc.tuple(fc.constantFrom(...names), fc.oneof(arbitraryValue, fc.constant(undefined)));
  return fc.tuple(nearObject(schema), fc.array(change, { maxLength: 3 })).map(([valid, changes]) => {
    const made: Record<string, unknown> = Object.assign(Object.create(null), valid);
    for (const [name, value] of changes) made[name] = value;
    return made;
  });
}

// Requests.

const often = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 6) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });

const oddTypes = fc.constantFrom(
  ...[
    '',
    'application/json',
    'application/json; charset=utf-16',
    'application/json;charset=latin1',
    'APPLICATION/JSON',
  ],
  ...[
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ],
  ...[
    'multipart/mixed; boundary=b',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="a b"',
    ';',
    '*/*',
  ],
  ...[
    'application/json, text/plain',
    'application/problem+json',
    'application/octet-stream',
    'x'.repeat(3000),
  ],
  `multipart/form-data; boundary=${'b'.repeat(5000)}`,
);

function jsonBody(schema: Schema | null): fc.Arbitrary<Buffer> {
  const value = schema
    ? often(mutated(schema), arbitraryValue as fc.Arbitrary<Record<string, unknown>>, 4)
    : arbitraryValue;
  const text = value.map((body) => JSON.stringify(body) ?? '');
  const broken = fc.oneof(
    fc.tuple(text, fc.nat(200)).map(([whole, at]) => Buffer.from(whole.slice(0, at))),
    fc
      .constantFrom(
        '',
        '{',
        'nul',
        '\ufeff{}',
        '{"a":1}{"b":2}',
        '"\\ud800"',
        '{"__proto__":{"x":1}}',
        "{'a':1}",
      )
      .map((raw) => Buffer.from(raw)),
    text.map((whole) => Buffer.from(whole, 'utf16le')),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom('[', '{"a":').map((open) => Buffer.from(open.repeat(100_000))),
    fc.constant(Buffer.from(`{"a":"${'x'.repeat(1_100_000)}"}`)),
  );
  return often(
    text.map((whole) => Buffer.from(whole)),
    broken,
    8,
  );
}

interface Part {
  head: string;
  content: Buffer;
}

function multipartBody(
  schema: Schema | null,
  files: SampleFiles,
): fc.Arbitrary<{ type: string; payload: Buffer }> {
  const fields = schema ? partsOf(schema) : {};
  const isFile = (field: Schema): boolean => field.format === 'binary' || field.items?.format === 'binary';
  const content = fc.oneof(
    fc.constantFrom(
      files.jpeg,
      files.pdf,
      files.mp4,
      files.jpeg.subarray(0, 100),
      files.pdf.subarray(0, 100),
      Buffer.alloc(0),
    ),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  );
  const fileName = fc.oneof(
    fc.constantFrom(
      'a.jpg',
      'a.pdf',
      'a.mp4',
      '',
      '../../x',
      'a"b',
      'á\\',
      'x'.repeat(3000),
      '\0',
      'a\ud800.jpg',
      '.',
      'CON',
    ),
    oddText.map((text) => text.replace(/[\r\n"]/g, '').slice(0, 200)),
  );
  const fileType = fc.constantFrom(
    'image/jpeg',
    'image/png',
    'application/pdf',
    'video/mp4',
    'text/html',
    '',
    'x',
    'image/jpeg; a=b',
    '/',
  );
  const oddPart: fc.Arbitrary<Part> = fc
    .tuple(
      fc.oneof(
        fc
          .constantFrom(...Object.keys(fields), 'x')
          .chain((name) => fc.constantFrom(name, `${name}[]`, `${name}[0]`, `${name}[a][b]`, `${name}.x`)),
        fc.constantFrom(...NAMES, ...NAMES.map((name) => `${name}[]`), '', '[]', '[][]'),
        oddText.map((text) => text.replace(/[\r\n"]/g, '').slice(0, 300)),
      ),
      fc.option(fileName),
      fileType,
      fc.constantFrom(
        '',
        'Content-Transfer-Encoding: base64\r\n',
        'Content-Transfer-Encoding: x\r\n',
        'X-A: b\r\n',
        'Content-Type\r\n',
        ': x\r\n',
        `X: ${'y'.repeat(20_000)}\r\n`,
      ),
      content,
    )
    .map(([name, file, type, more, bytes]) => ({
      head: `Content-Disposition: form-data; name="${name}"${file === null ? '' : `; filename="${file}"`}\r\n${file === null ? '' : `Content-Type: ${type}\r\n`}${more}`,
      content: bytes,
    }));
  const rightFile = (name: string): Part => {
    const [type, ending, bytes] =
      name === 'doc'
        ? (['application/pdf', 'pdf', files.pdf] as const)
        : name === 'video'
          ? (['video/mp4', 'mp4', files.mp4] as const)
          : (['image/jpeg', 'jpg', files.jpeg] as const);
    return {
      head: `Content-Disposition: form-data; name="${name}"; filename="a.${ending}"\r\nContent-Type: ${type}\r\n`,
      content: bytes,
    };
  };
  const asText = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  const nearParts = fc.tuple(schema ? mutated(schema) : fc.constant({}), fc.nat(4)).map(([body, chance]) =>
    Object.entries(body).flatMap(([name, value]): Part[] => {
      // Processing a picture takes time, so one request in five contains the expected file.
      if (fields[name] && isFile(fields[name])) return chance === 0 ? [rightFile(name)] : [];
      return value === undefined
        ? []
        : [
            {
              head: `Content-Disposition: form-data; name="${name}"\r\n`,
              content: Buffer.from(asText(value)),
            },
          ];
    }),
  );
  const boundary = often(
    fc.constant('----vitrine'),
    fc.constantFrom('b', '', ' ', "'()+_,-./:=?", 'b'.repeat(70), 'b'.repeat(256), 'b'.repeat(5000), '"b"'),
  );
  const parts = fc
    .tuple(nearParts, fc.array(oddPart, { maxLength: 3 }))
    .map(([usual, odd]) => [...usual, ...odd]);
  const many = fc.constantFrom(201, 60).map((count) =>
    Array<Part>(count).fill({
      head: 'Content-Disposition: form-data; name="a"; filename="b"\r\n',
      content: Buffer.from('x'),
    }),
  );
  return fc
    .tuple(
      boundary,
      often(parts, many, 30),
      often(fc.constant('whole'), fc.constantFrom('cut', 'open', 'preamble', 'bare', 'otherwise')),
      fc.nat(100),
    )
    .map(([mark, all, how, at]) => {
      const end = how === 'bare' ? '\n' : '\r\n';
      const whole = Buffer.concat([
        Buffer.from(how === 'preamble' ? 'antes\r\n' : ''),
        ...all.flatMap(({ head, content: bytes }) => [
          Buffer.from(`--${mark}${end}${head.replaceAll('\r\n', end)}${end}`),
          bytes,
          Buffer.from(end),
        ]),
        Buffer.from(how === 'open' ? '' : `--${mark}--${end}`),
      ]);
      return {
        type: `multipart/form-data; boundary=${how === 'otherwise' ? 'outra' : mark}`,
        payload: how === 'cut' ? whole.subarray(0, Math.floor((whole.length * at) / 100)) : whole,
      };
    });
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function urlOf({ path, query }: Operation): fc.Arbitrary<string> {
  const odd = fc.oneof(
    fc.constantFrom(
      'x',
      '%00',
      '%zz',
      '%',
      '..',
      '%2e%2e%2f',
      '.',
      '0',
      'null',
      'undefined',
      ' '.trim() || '-',
      '%F0%9F%98%80',
      'x'.repeat(199),
      'x'.repeat(3000),
      '{uuid}%00',
      '{uuid}{uuid}',
    ),
    oddText.map((text) => encoded(text).slice(0, 2000) || '-'),
    fc.uuid().map((uuid) => uuid.toUpperCase()),
  );
  const uuid = fc.oneof(
    { weight: 5, arbitrary: fc.constant('{uuid}') },
    { weight: 2, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: odd },
  );
  const names = [...Object.keys(query), 'x', 'page', 'sort', '__proto__', 'fields', ''];
  const pair = fc
    .tuple(
      fc
        .constantFrom(...names)
        .chain((name) => often(fc.constant(name), fc.constantFrom(`${name}[]`, `${name}[a]`, `${name}.x`))),
      fc.oneof(
        ...Object.entries(query).map(([name, schema]) =>
          near(name, schema).map((value) => encoded(String(value))),
        ),
        oddText.map((text) => encoded(text).slice(0, 1500)),
        fc.constantFrom(
          '%zz',
          '%00',
          '%E0%A4',
          '1e9',
          'NaN',
          '-1',
          '999999999999999999999',
          '9999999999',
          '1',
          '50',
          '+',
          '-title',
        ),
      ),
    )
    .map(([name, value]) => `${name}=${value}`);
  const search = fc
    .oneof(fc.constant([]), fc.array(pair, { maxLength: 5 }))
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
  const holes = path.split(/\{\w+\}/);
  return fc
    .tuple(fc.array(uuid, { minLength: holes.length - 1, maxLength: holes.length - 1 }), search)
    .map(([values, after]) => holes.map((part, index) => part + (values[index] ?? '')).join('') + after);
}

const headersOf = fc
  .tuple(
    fc.option(fc.constantFrom('*/*', 'text/html', 'application/json;q=0', '', ',,,', 'x'.repeat(2000))),
    fc.option(
      fc.constantFrom(
        'br',
        'gzip;q=0',
        'identity;q=0, *;q=0',
        'br;q=zz',
        ';;',
        'deflate',
        'zstd, br;q=0',
        'GZIP',
      ),
    ),
    fc.option(fc.constantFrom('*', '"x"', 'W/"x"', '""-identity"', 'x'.repeat(2000), ',')),
    fc.option(
      fc.constantFrom(
        'bytes=0-1',
        'bytes=-',
        'bytes=9-1',
        'bytes=0-0,2-3',
        'x=1',
        'bytes=999999999999999999-',
      ),
    ),
    fc.option(fc.constantFrom('', 'x', 'ftp://x', 'null')),
  )
  .map(([accept, encoding, match, range, origin]) =>
    Object.fromEntries(
      Object.entries({ accept, 'accept-encoding': encoding, 'if-none-match': match, range, origin }).filter(
        (line): line is [string, string] => line[1] !== null,
      ),
    ),
  );

const deadTokens = fc.constantFrom(
  '',
  'Bearer',
  'Bearer x',
  `Bearer ${'a'.repeat(43)}`,
  'Basic eDp4',
  'Bearer \u00e9',
  'bearer  ',
  'x'.repeat(3000),
);

/** Returns `count` requests of `operation`, always the same ones for a `seed`. */
export function fuzzRequestsOf(
  operation: Operation,
  options: { kind: BodyEncoding; token: string | null; count: number; seed: number; files: SampleFiles },
): FuzzRequest[] {
  const { kind, token, count, seed, files } = options;
  const body: fc.Arbitrary<{ type: string; payload: Buffer | null }> =
    kind === 'multipart'
      ? multipartBody(operation.body, files)
      : kind === 'json'
        ? jsonBody(operation.body).map((payload) => ({ type: 'application/json', payload }))
        : often<{ type: string; payload: Buffer | null }>(
            fc.constant({ type: '', payload: null }),
            operation.method === 'GET'
              ? fc.constant({ type: 'application/json', payload: null })
              : jsonBody(null).map((payload) => ({ type: 'application/json', payload })),
            3,
          );
  const signed = token ? fc.constant(`Bearer ${token}`) : often(fc.constant(''), deadTokens);
  const method =
    operation.method === 'GET'
      ? often(fc.constant('GET'), fc.constant('HEAD'))
      : fc.constant(operation.method);
  const call = fc
    .tuple(method, urlOf(operation), headersOf, body, often(fc.constant(null), oddTypes, 8), signed)
    .map(([verb, url, headers, { type, payload }, oddType, authorization]) => ({
      method: verb,
      url,
      headers: {
        ...headers,
        ...(authorization && { authorization }),
        ...((oddType ?? type) && { 'content-type': oddType ?? type }),
      },
      payload,
    }));
  return fc.sample(call, { numRuns: count, seed });
}

/** Requests per operation, encoding of the body, and with or without a session. */
export const CASES = Number(process.env.FUZZ_CASES ?? 300);
/** Differs on each run; findings state it, so that they can be reproduced. */
export const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

// Calls.

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Findings {
  calls: number;
  failed: string[];
  undocumented: string[];
  notJson: string[];
  hung: string[];
  /** Requests after which the pending change of another record had been replaced or deleted. */
  replaced: string[];
}

const HANG_MS = 20_000;

export interface Fuzzer {
  app: TestApp;
  operations: Operation[];
  /** Sends `count` requests of the operation in each encoding that it accepts, with and without a session. */
  fuzz(operation: Operation, count: number, seed: number): Promise<Findings>;
  remove(): Promise<void>;
}

/** Starts a listening product whose sessions never expire; each request comes from a different address. */
export async function createFuzzer(): Promise<Fuzzer> {
  const app = await createTestApp({
    env: { TRUST_PROXY: '127.0.0.1', SESSION_IDLE: '36500d', SESSION_ABSOLUTE: '36500d', MAX_VIDEO_MB: '1' },
  });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const token = await app.signIn();
  const operations = operationsOf((await app.request('GET', '/api/docs/json')).json() as ApiDocument);
  const files: SampleFiles = { jpeg: await jpeg(), pdf: pdf(), mp4: mp4() };
  const known = new Map<string, string[]>();
  const change = await createPendingChange(app, token);
  const pending = () =>
    app.deps.db.selectFrom('record_versions').selectAll().where('id', '=', change).executeTakeFirst();
  let calls = 0;

  const send = ({ method, url, headers, payload }: FuzzRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length = payload === null ? {} : { 'content-length': String(payload.length) };
      calls += 1;
      const from = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
      const sent: ClientRequest = httpRequest({
        port,
        agent,
        method,
        path: url,
        headers: { ...headers, ...length, 'x-forwarded-for': from },
        timeout: HANG_MS,
      });
      sent.on('timeout', () => sent.destroy(new Error('timed out')));
      let answered = false;
      // The server may refuse and close before it has received the whole body.
      sent.on('error', (error) => answered || reject(error));
      sent.on('response', (answer) => {
        answered = true;
        buffer(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
          reject,
        );
      });
      sent.end(payload ?? undefined);
    });

  const check = async (operation: Operation, call: FuzzRequest, findings: Findings) => {
    const resource = operation.path.split('/').slice(0, 4).join('/');
    const uuids = known.get(resource) ?? [];
    const uuid = uuids[findings.calls % (uuids.length || 1)] ?? '00000000-0000-4000-8000-000000000000';
    const url = call.url.replaceAll('{uuid}', uuid);
    // A JSON body has the number without quotes.
    const filled = (text: string) =>
      text
        .replaceAll('{uuid}', uuid)
        .replaceAll('"{change}"', String(change))
        .replaceAll('{change}', String(change));
    const payload = call.payload && Buffer.from(filled(call.payload.toString('latin1')), 'latin1');
    findings.calls += 1;
    // Resets the rate limits: repeated guesses at a code are slowed down, and ten in a row are refused.
    app.clock.advance(15 * 60_000);
    const describe = (what: string) =>
      `${operation.method} ${operation.path}: ${what}\n  ${call.method} ${url.slice(0, 300)}\n  ${JSON.stringify({ ...call.headers, authorization: undefined }).slice(0, 400)}\n  ${payload?.toString('latin1').slice(0, 600) ?? ''}`;
    let answer: Answer;
    try {
      answer = await send({ ...call, url, payload });
    } catch (error) {
      findings.hung.push(describe(String(error)));
      return;
    }
    const { status, headers, body } = answer;
    if (status >= 500) findings.failed.push(describe(`${status} ${body.toString().slice(0, 300)}`));
    else if (!operation.statuses.has(status))
      findings.undocumented.push(describe(`${status} ${body.toString().slice(0, 300)}`));
    if (call.method === 'HEAD' || status === 204 || status === 304) {
      if (body.length > 0) findings.notJson.push(describe(`${status} with a body`));
      return;
    }
    try {
      if (headers['content-encoding'] !== undefined) return;
      if (headers['content-type'] !== 'application/json; charset=utf-8')
        throw new Error(headers['content-type']);
      const parsed = JSON.parse(body.toString()) as { data?: { uuid?: string } };
      if (status >= 400) checkEnvelope(operation, parsed);
      else if (parsed.data?.uuid && operation.method === 'POST')
        known.set(resource, [parsed.data.uuid, ...uuids].slice(0, 20));
    } catch (error) {
      findings.notJson.push(describe(`${status} ${error} ${body.toString().slice(0, 300)}`));
    }
  };

  return {
    app,
    operations,
    async fuzz(operation, count, seed) {
      const findings: Findings = {
        ...{ calls: 0, failed: [], undocumented: [], notJson: [], hung: [], replaced: [] },
      };
      const before = JSON.stringify(await pending());
      const kinds: BodyEncoding[] = operation.body ? ['json', 'multipart'] : ['none'];
      for (const kind of kinds) {
        for (const session of operation.staff ? [token, null] : [null, token]) {
          const cases = fuzzRequestsOf(operation, { kind, token: session, count, seed, files });
          const next = cases.values();
          const work = async () => {
            for (const call of next) await check(operation, call, findings);
          };
          await Promise.all(Array.from({ length: 6 }, work));
        }
      }
      if (JSON.stringify(await pending()) !== before)
        findings.replaced.push(`${operation.method} ${operation.path}`);
      return findings;
    },
    async remove() {
      agent.destroy();
      await app.remove();
    },
  };
}

/** Returns the id of the draft of a published vacancy. */
async function createPendingChange(app: TestApp, token: string): Promise<number> {
  const vacancy = { name: 'Padeira', type: 1 };
  const stored = await app.request('POST', '/api/admin/vacancies/store', { token, json: vacancy });
  const { uuid } = stored.json().data;
  await app.request('PUT', `/api/admin/vacancies/update/${uuid}`, {
    token,
    json: { ...vacancy, publish_at: 'later' },
  });
  const { id } = await app.deps.db
    .selectFrom('record_versions')
    .select('id')
    .where('uuid', '=', uuid)
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow();
  return id;
}

function checkEnvelope({ path }: Operation, said: object): void {
  if (!isAuthPath(path.replace(/^\/api/, ''))) failureEnvelope.parse(said);
  else if ('code' in authFailureEnvelope.loose().parse(said)) throw new Error('a failure with a code');
}
