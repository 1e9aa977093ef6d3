import { ZONE } from '../../platform/clock.ts';
import { letter } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

export interface AccountMail {
  to: string;
  name: string;
  siteName: string;
  /** When it changed, as stored. */
  at: string;
}

export const NOT_YOU = 'Não foi você?';
export const NOTHING_TO_DO =
  'Foi você? Então não precisa fazer nada. Este aviso sai a cada troca, para que ninguém a faça';

/** To the address that an account had, because its owner may read only that one. */
export function emailChangedMail({ to, name, siteName, at }: AccountMail): Mail {
  return letter({
    to,
    subject: `${siteName}: o e-mail da sua conta mudou`,
    siteName,
    greeting: `Olá, ${name}`,
    parts: [
      `O e-mail com que você entra na retaguarda do site foi trocado ${inWords(at)}. Este endereço não abre mais a conta, e as outras sessões abertas foram encerradas.`,
      `${NOT_YOU} Avise agora mesmo quem cuida do sistema na rede, por telefone ou pessoalmente, e peça para desativar a conta. Enquanto isso, quem fez a troca pode entrar nela.`,
    ],
    footnote: `${NOTHING_TO_DO} sem você saber.`,
  });
}

/** To the account's own address. */
export function passwordChangedMail({ link, ...mail }: AccountMail & { link: string }): Mail {
  return letter({
    to: mail.to,
    subject: `${mail.siteName}: a sua senha mudou`,
    siteName: mail.siteName,
    greeting: `Olá, ${mail.name}`,
    parts: [
      `A senha com que você entra na retaguarda do site foi trocada ${inWords(mail.at)}, e as outras sessões abertas foram encerradas.`,
      { text: `${NOT_YOU} Escolha já uma senha nova e avise quem cuida do sistema na rede:`, link },
    ],
    footnote: `${NOTHING_TO_DO} sem você saber.`,
  });
}

/** «em 03/09/2026, às 14:05 (horário de Brasília)» */
export function inWords(at: string): string {
  const time = Temporal.Instant.from(at).toZonedDateTimeISO(ZONE);
  const day = time.toPlainDate().toLocaleString('pt-BR', { dateStyle: 'short' });
  const clock = time.toPlainTime().toString({ smallestUnit: 'minute' });
  return `em ${day}, às ${clock} (horário de Brasília)`;
}
