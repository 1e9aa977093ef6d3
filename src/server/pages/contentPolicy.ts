import { createHash } from 'node:crypto';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Returns `html` without its nonces, and a policy that allows exactly the inline scripts and styles that had
 * one. The nonce is unknown outside this rendering, so injected markup cannot carry it.
 */
export function applyContentPolicy(
  html: string,
  nonce: string,
  origins: { media: string; api: string },
  isOffice = false,
): { html: string; policy: string } {
  const hashesOf = (tag: 'script' | 'style') => [
    ...new Set(
      Array.from(
        html.matchAll(new RegExp(`<${tag}\\b[^>]*\\snonce="${nonce}"[^>]*>([\\s\\S]*?)</${tag}>`, 'g')),
        ([, text]) => text ?? '',
      )
        .filter(Boolean)
        .map(sha256),
    ),
  ];
  const join = (...parts: string[]) => parts.filter(Boolean).join(' ');
  const policy = [
    "default-src 'none'",
    join('script-src', "'self'", ...hashesOf('script')),
    join('style-src', "'self'", ...hashesOf('style')),
    join('img-src', "'self'", 'data:', 'blob:', origins.media),
    join('media-src', "'self'", 'blob:', origins.media),
    "font-src 'self'",
    join('connect-src', "'self'", origins.api),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Screens with a token in reach require Trusted Types: no string becomes markup or script.
    ...(isOffice ? ["require-trusted-types-for 'script'", 'trusted-types default preview'] : []),
  ].join('; ');
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), policy };
}
