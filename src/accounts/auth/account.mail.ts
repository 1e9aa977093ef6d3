import { fromStored } from '../../platform/clock.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { renderMail } from '../../platform/mail/mailTemplate.ts';
import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';

export interface AccountMail {
  to: string;
  name: string;
  siteName: string;
  /** Time of the change, as stored. */
  at: string;
}

export const NOT_YOU = 'Não foi você?';
export const NOTHING_TO_DO =
  'Foi você? Então não precisa fazer nada. Este aviso sai a cada troca, para que ninguém a faça';

/** Renders the mail to the account's previous address: an attacker may control the new one. */
export function emailChangedMail({ to, name, siteName, at }: AccountMail): Mail {
  return renderMail({
    to,
    subject: `${siteName}: o e-mail da sua conta mudou`,
    siteName,
    greeting: `Olá, ${name}`,
    parts: [
      `O e-mail com que você entra na retaguarda do site foi trocado ${formatInstantForMail(at)}. Este endereço não abre mais a conta, e as outras sessões abertas foram encerradas.`,
      `${NOT_YOU} Avise agora mesmo quem cuida do sistema na rede, por telefone ou pessoalmente, e peça para desativar a conta. Enquanto isso, quem fez a troca pode entrar nela.`,
    ],
    footnote: `${NOTHING_TO_DO} sem você saber.`,
  });
}

/** Renders the mail to the account's own address. */
export function passwordChangedMail({ link, ...mail }: AccountMail & { link: string }): Mail {
  return renderMail({
    to: mail.to,
    subject: `${mail.siteName}: a sua senha mudou`,
    siteName: mail.siteName,
    greeting: `Olá, ${mail.name}`,
    parts: [
      `A senha com que você entra na retaguarda do site foi trocada ${formatInstantForMail(mail.at)}, e as outras sessões abertas foram encerradas.`,
      { text: `${NOT_YOU} Escolha já uma senha nova e avise quem cuida do sistema na rede:`, link },
    ],
    footnote: `${NOTHING_TO_DO} sem você saber.`,
  });
}

/** Renders the mail about a sign-in with a browser that the user had not used before. */
export function newDeviceMail({
  browser,
  link,
  ...mail
}: AccountMail & { browser: string; link: string }): Mail {
  return renderMail({
    to: mail.to,
    subject: `${mail.siteName}: entrada em um aparelho novo`,
    siteName: mail.siteName,
    greeting: `Olá, ${mail.name}`,
    parts: [
      `Alguém entrou na retaguarda do site com a sua conta ${formatInstantForMail(mail.at)}, em um aparelho que ainda não conhecíamos: ${browser}.`,
      { text: `${NOT_YOU} Escolha já uma senha nova, o que encerra todas as sessões:`, link },
    ],
    footnote: 'Foi você? Então não precisa fazer nada. Da próxima vez neste aparelho não avisamos.',
  });
}

/** Renders the mail about a session used from two places at once, as if it had been copied. */
export function sharedSessionMail({ link, ...mail }: AccountMail & { link: string }): Mail {
  return renderMail({
    to: mail.to,
    subject: `${mail.siteName}: a sua sessão está em uso em dois lugares`,
    siteName: mail.siteName,
    greeting: `Olá, ${mail.name}`,
    parts: [
      `Uma mesma sessão sua na retaguarda do site está sendo usada em dois lugares ao mesmo tempo (vimos ${formatInstantForMail(mail.at)}). Isso acontece quando alguém copia o acesso de um aparelho.`,
      { text: `${NOT_YOU} Encerre as outras sessões, saia desta e troque a senha:`, link },
    ],
    footnote: 'Usa dois aparelhos ou uma rede que muda o tempo todo? Então não precisa fazer nada.',
  });
}

/** «em 03/09/2026, às 14:05 (horário de Brasília)» */
export function formatInstantForMail(at: string): string {
  return fromStored(at, (instant) => {
    const time = instant.toZonedDateTimeISO(CHAIN_ZONE);
    const day = time.toPlainDate().toLocaleString('pt-BR', { dateStyle: 'short' });
    const clock = time.toPlainTime().toString({ smallestUnit: 'minute' });
    return `em ${day}, às ${clock} (horário de Brasília)`;
  });
}
