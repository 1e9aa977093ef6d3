import type { Mail } from '../../platform/mail/mailer.ts';
import { renderMail } from '../../platform/mail/mailTemplate.ts';
import { formatDate } from '../../shared/text/format.ts';
import { expiryText } from './token.words.ts';

interface ExpiryMail {
  to: string;
  person: string;
  siteName: string;
  token: string;
  expires_on: string;
  today: string;
  /** Whether the recipient created the token. */
  isOwn: boolean;
  /** URL of the form that extends the token. */
  link: string;
}

export function expiryMail({
  to,
  person,
  siteName,
  token,
  expires_on,
  today,
  isOwn,
  link,
}: ExpiryMail): Mail {
  const when = expiryText(expires_on, today).replace('Vence', 'vence');
  const whose = isOwn ? ', que você criou,' : '';
  return renderMail({
    to,
    subject: `${siteName}: o token «${token}» ${when}`,
    siteName,
    greeting: `Olá, ${person}`,
    parts: [
      `O token «${token}»${whose} ${when}: vale até ${formatDate(expires_on)}, esse dia inteiro. Depois disso, o sistema que o usa não consegue mais entrar.`,
      { text: 'Ainda é preciso? Dê mais prazo a ele, sem mexer no sistema:', link },
      'Não é mais preciso? Então não precisa fazer nada.',
    ],
    footnote: isOwn
      ? 'Você recebe este aviso porque criou este token na retaguarda do site.'
      : 'Você recebe este aviso porque quem criou este token não entra mais na retaguarda do site.',
  });
}
