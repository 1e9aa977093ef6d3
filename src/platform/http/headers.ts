/** On every answer, whatever it is. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=()',
} as const;

/** What is no page is never a document. */
export const apiHeaders = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

const HSTS = 'max-age=31536000; includeSubDomains';

/** On every answer too, where the site's own address says that it is behind TLS. */
export const transportHeaders = ({
  PUBLIC_URL,
}: {
  PUBLIC_URL?: string | undefined;
}): Record<string, string> => (PUBLIC_URL?.startsWith('https:') ? { 'strict-transport-security': HSTS } : {});
