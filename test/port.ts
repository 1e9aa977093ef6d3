import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free port of `host`. It lies below the ephemeral range, where a benchmark leaves thousands of
 * connections in TIME_WAIT.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, host);
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
