import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

describe.each([
  ['from a script', '/api/site/work-with-us', {}],
  [
    'from a plain form',
    '/api/site/forms/work-with-us',
    { SERVE: 'api', CORS_ORIGINS: 'https://www.rede.example', PUBLIC_URL: 'https://api.rede.example' },
  ],
])('application %s that is aborted', (_, path, env: Record<string, string>) => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await createTestApp({ env });
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = app.server.server.address() as AddressInfo);
  });
  afterAll(() => app.remove());

  const FILE =
    'Content-Disposition: form-data; name="doc"; filename="a.pdf"\r\nContent-Type: application/pdf';
  const breakOff = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 5000',
    ].join('\r\n');
    socket.write(`${head}\r\n\r\n--b\r\n${FILE}\r\n\r\n%PDF-1.4`);
    await vi.waitFor(async () => expect(await used()).toBeGreaterThan(0));
    socket.resetAndDestroy();
    await vi.waitFor(async () => expect(await used()).toBe(0));
  };
  const used = async () => {
    const rows = await app.deps.db
      .selectFrom('rate_limits')
      .select('points')
      .where('key', 'like', '/site/work-with-us %')
      .execute();
    return rows.reduce((sum, { points }) => sum + Number(points), 0);
  };

  it('an aborted upload does not count against the rate limit and logs no error', async () => {
    const error = vi.spyOn(app.deps.log, 'error');
    await breakOff();
    await breakOff();
    expect(error).not.toHaveBeenCalled();
  });
});
