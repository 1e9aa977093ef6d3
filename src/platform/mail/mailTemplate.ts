import { brand } from '../../brand/brand.ts';
import { escapeHtml } from '../escapeHtml.ts';
import type { Mail } from './mailer.ts';

/** A paragraph, a code to copy, or a text with a link below it. */
export type MailPart = string | { code: string } | { text: string; link: string };

/** Content of a mail, rendered as text and HTML. */
export interface MailTemplate {
  to: string;
  subject: string;
  siteName: string;
  greeting: string;
  parts: MailPart[];
  /** Small print at the end. */
  footnote: string;
}

/** Returns a mail as plain text and as HTML in the brand's design. */
export function renderMail({ to, subject, siteName, greeting, parts, footnote }: MailTemplate): Mail {
  return {
    to,
    subject,
    text: [greeting, ...parts.map(plainPart), footnote, siteName].join('\n\n'),
    html: page(siteName, greeting, parts.map(htmlPart).join('\n'), footnote),
  };
}

function plainPart(part: MailPart): string {
  if (typeof part === 'string') return part;
  return 'code' in part ? part.code : `${part.text}\n${part.link}`;
}

const { colours } = brand;

// Mail clients support neither style sheets nor custom properties, so the brand's colours are inlined.
const P = '<p style="margin:0 0 16px;font-size:17px;line-height:1.5;white-space:pre-line">';
const CODE = `<p style="margin:0 0 16px;padding:16px;background:${colours['highlight-400']};font-family:ui-monospace,Consolas,monospace;font-size:30px;font-weight:700;letter-spacing:2px;text-align:center">`;

function htmlPart(part: MailPart): string {
  if (typeof part === 'string') return `${P}${escapeHtml(part)}</p>`;
  if ('code' in part) return `${CODE}${escapeHtml(part.code)}</p>`;
  const link = escapeHtml(part.link);
  return `${P}${escapeHtml(part.text)}<br><a href="${link}" style="color:${colours['secondary-700']};overflow-wrap:anywhere">${link}</a></p>`;
}

function page(siteName: string, greeting: string, body: string, footnote: string): string {
  const name = escapeHtml(siteName);
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
</head>
<body style="margin:0;padding:24px 12px;background:${colours.paper};color:${colours.ink};font-family:system-ui,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${colours.white}">
<tr><td style="padding:18px 28px;background:${colours['primary-600']};color:${colours.paper};font-size:20px;font-weight:800">${name}</td></tr>
<tr><td style="padding:28px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(greeting)}</h1>
${body}
<p style="margin:0;padding-top:16px;border-top:2px solid ${colours.ink};color:${colours['ink-2']};font-size:15px;line-height:1.5">${escapeHtml(footnote)}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
