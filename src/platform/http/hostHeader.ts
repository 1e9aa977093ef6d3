import type { IncomingMessage } from 'node:http';

/**
 * Returns whether a request names its host once, as RFC 9112 asks. Node keeps the first of several `Host`
 * lines, where a proxy may believe the last. HTTP/1.0 needs none.
 */
export function hasSingleHost({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion !== '1.1';
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') lines += 1;
  return lines === 1;
}
