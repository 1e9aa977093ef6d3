/** On every answer, whatever it is. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=()',
} as const;

/** Loads and runs nothing but what `allowed` names, leads nowhere, and is shown in no frame. */
export const policyWith = (...allowed: string[]) =>
  [
    "default-src 'none'",
    ...allowed.filter(Boolean),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** What is no page is never a document, and the few that are text alone need nothing. */
export const apiHeaders = { ...securityHeaders, 'content-security-policy': policyWith() } as const;

const HSTS = 'max-age=31536000; includeSubDomains';

/** On every answer too, where the site's own address says that it is behind TLS. */
export const transportHeaders = ({
  PUBLIC_URL,
}: {
  PUBLIC_URL?: string | undefined;
}): Record<string, string> => (PUBLIC_URL?.startsWith('https:') ? { 'strict-transport-security': HSTS } : {});
