/** Headers of every response. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=()',
} as const;

/** Returns a Content-Security-Policy that loads only what `allowed` names, and forbids forms and framing. */
export const contentSecurityPolicy = (...allowed: string[]) =>
  [
    "default-src 'none'",
    ...allowed.filter(Boolean),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers of every response of the API. None is a document, so nothing may load. */
export const apiHeaders = { ...securityHeaders, 'content-security-policy': contentSecurityPolicy() } as const;

const HSTS = 'max-age=31536000; includeSubDomains';

/** Returns the HSTS header if the site's own address is HTTPS. */
export const transportHeaders = ({
  PUBLIC_URL,
}: {
  PUBLIC_URL?: string | undefined;
}): Record<string, string> => (PUBLIC_URL?.startsWith('https:') ? { 'strict-transport-security': HSTS } : {});
