import type { Page } from '@playwright/test';

// Sits between the page's script and the network: records the files that leave, and lets a rival save first.

export interface NetworkTap {
  /** Files sent with the last save. */
  sent: { name: string; digest: string }[];
  /** Before the next save leaves, a rival sends the same body with this value in this field. */
  rival: { field: string; value: string } | null;
  /** Whether the next save is sent with a text that is too long for any field. */
  isGarbling: boolean;
}

declare global {
  interface Window {
    drillLine: NetworkTap;
  }
}

/** Wraps `fetch` and `XMLHttpRequest` of every document that `page` loads from now on. */
export async function tapRequests(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const line: NetworkTap = { sent: [], rival: null, isGarbling: false };
    window.drillLine = line;
    const call = window.fetch.bind(window);
    const isSave = (url: string, method: string) =>
      method !== 'GET' && /^(\/api)?\/admin\//.test(new URL(url, location.href).pathname);
    const isText = (value: unknown) => typeof value === 'string';

    const digestOf = async (file: File) => {
      const bytes = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
      return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    };
    const withValue = (body: unknown, field: string, value: string) => {
      if (body instanceof FormData) {
        const copy = new FormData();
        for (const [name, current] of body) copy.append(name, name === field ? value : current);
        return copy;
      }
      const fields = JSON.parse(String(body)) as Record<string, unknown>;
      return JSON.stringify(field in fields ? { ...fields, [field]: value } : fields);
    };
    const garbled = (body: unknown) => {
      const fields = JSON.parse(String(body)) as Record<string, unknown>;
      const first = Object.keys(fields).find((name) => isText(fields[name])) ?? '';
      return withValue(body, first, 'x'.repeat(100_000));
    };
    const pass = async (url: string, method: string, headers: HeadersInit, body: unknown) => {
      const files =
        body instanceof FormData ? [...body.values()].filter((value) => value instanceof File) : [];
      line.sent = await Promise.all(
        files.map(async (file) => ({ name: file.name, digest: await digestOf(file) })),
      );
      if (line.rival) {
        const { field, value } = line.rival;
        line.rival = null;
        await call(url, { method, headers, body: withValue(body, field, value) });
      }
      if (!line.isGarbling) return body;
      line.isGarbling = false;
      return garbled(body);
    };

    window.fetch = async (input, init) => {
      const [url, method] = [String(input), init?.method ?? 'GET'];
      if (!isSave(url, method)) return call(input, init);
      return call(url, {
        ...init,
        body: (await pass(url, method, init?.headers ?? {}, init?.body)) as BodyInit,
      });
    };
    const { open, send, setRequestHeader } = XMLHttpRequest.prototype;
    const requests = new WeakMap<
      XMLHttpRequest,
      { url: string; method: string; headers: [string, string][] }
    >();
    XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
      requests.set(this, { url: String(url), method, headers: [] });
      return open.call(this, method, url, true);
    };
    XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
      requests.get(this)?.headers.push([name, value]);
      return setRequestHeader.call(this, name, value);
    };
    XMLHttpRequest.prototype.send = function (body) {
      const { url = '', method = 'GET', headers = [] } = requests.get(this) ?? {};
      if (!isSave(url, method)) return send.call(this, body);
      void pass(url, method, headers, body).then((passed) => send.call(this, passed as FormData));
    };
  });
}
