import { ZONE } from '../../platform/clock.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

export interface RecoveryMail {
  to: string;
  name: string;
  siteName: string;
  code: string;
  minutes: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Where the code is typed in. */
  link: string;
}

export function recoveryMail({ to, name, siteName, code, minutes, expiresAt, link }: RecoveryMail): Mail {
  const until = Temporal.Instant.fromEpochMilliseconds(expiresAt)
    .toZonedDateTimeISO(ZONE)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
  const greeting = `Olá, ${name}`;
  const asked =
    'Recebemos um pedido para trocar a sua senha na retaguarda do site. O código de verificação é:';
  const validity = `Ele vale por ${minutes} minutos, até as ${until} (horário de Brasília), e só pode ser usado uma vez.`;
  const where = 'Digite o código em:';
  const unasked =
    'Não pediu? Ignore esta mensagem: a sua senha continua a mesma. Não passe o código a ninguém; a nossa equipe nunca pede por ele.';
  return {
    to,
    subject: `${siteName}: o seu código de verificação`,
    text: [greeting, asked, code, validity, `${where}\n${link}`, unasked, siteName].join('\n\n'),
    html: page({ greeting, asked, code, validity, where, link, unasked, siteName }),
  };
}

// Mail programs know neither style sheets nor custom properties: colours of the brand, written out.
function page(
  texts: Record<
    'greeting' | 'asked' | 'code' | 'validity' | 'where' | 'link' | 'unasked' | 'siteName',
    string
  >,
) {
  const { greeting, asked, code, validity, where, link, unasked, siteName } = mapValues(texts, escapeHtml);
  const p = 'margin:0 0 16px;font-size:17px;line-height:1.5';
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${siteName}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#fff6e8;color:#2b120a;font-family:system-ui,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff">
<tr><td style="padding:18px 28px;background:#c4161c;color:#fff6e8;font-size:20px;font-weight:800">${siteName}</td></tr>
<tr><td style="padding:28px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${greeting}</h1>
<p style="${p}">${asked}</p>
<p style="margin:0 0 16px;padding:16px;background:#ffc83d;font-family:ui-monospace,Consolas,monospace;font-size:30px;font-weight:700;letter-spacing:2px;text-align:center">${code}</p>
<p style="${p}">${validity}</p>
<p style="${p}">${where}<br><a href="${link}" style="color:#04616b">${link}</a></p>
<p style="margin:0;padding-top:16px;border-top:2px solid #2b120a;color:#6b4435;font-size:15px;line-height:1.5">${unasked}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

function mapValues<K extends string>(
  values: Record<K, string>,
  change: (value: string) => string,
): Record<K, string> {
  return Object.fromEntries(
    Object.entries<string>(values).map(([key, value]) => [key, change(value)]),
  ) as Record<K, string>;
}
