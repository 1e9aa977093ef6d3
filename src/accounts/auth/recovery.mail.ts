import type { Mail } from '../../platform/mail/mailer.ts';
import { renderMail } from '../../platform/mail/mailTemplate.ts';
import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';

export interface RecoveryMail {
  to: string;
  name: string;
  siteName: string;
  code: string;
  minutes: number;
  /** Expiry in milliseconds since 1970. */
  expiresAt: number;
  /** Page where the code is typed. */
  link: string;
}

export function recoveryMail({ to, name, siteName, code, minutes, expiresAt, link }: RecoveryMail): Mail {
  const until = Temporal.Instant.fromEpochMilliseconds(expiresAt)
    .toZonedDateTimeISO(CHAIN_ZONE)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
  return renderMail({
    to,
    subject: `${siteName}: o seu código de verificação`,
    siteName,
    greeting: `Olá, ${name}`,
    parts: [
      'Recebemos um pedido para trocar a sua senha na retaguarda do site. O código de verificação é:',
      { code },
      `Ele vale por ${minutes} minutos, até as ${until} (horário de Brasília), e só pode ser usado uma vez.`,
      { text: 'Digite o código em:', link },
    ],
    footnote:
      'Não pediu? Ignore esta mensagem: a sua senha continua a mesma. Não passe o código a ninguém; a nossa equipe nunca pede por ele.',
  });
}
