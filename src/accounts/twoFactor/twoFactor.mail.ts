import type { Mail } from '../../platform/mail/mailer.ts';
import { renderMail } from '../../platform/mail/mailTemplate.ts';
import { type AccountMail, formatInstantForMail, NOT_YOU, NOTHING_TO_DO } from '../auth/account.mail.ts';

const CHANGE_PASSWORD =
  'Escolha já uma senha nova e avise quem cuida do sistema na rede, por telefone ou pessoalmente:';

/** Texts of the mails about changes of the second factors of an account. */
const CHANGES = {
  app_on: {
    subject: 'a verificação em duas etapas foi ligada',
    text: 'Um aplicativo autenticador foi ligado à sua conta',
    consequence: 'A partir de agora, para entrar com a senha é preciso também um código dele.',
  },
  app_off: {
    subject: 'o aplicativo autenticador foi desligado',
    text: 'O aplicativo autenticador da sua conta foi desligado',
    consequence: 'Os códigos dele não valem mais.',
  },
  passkey_on: {
    subject: 'uma chave de acesso nova',
    text: 'Uma chave de acesso foi criada para a sua conta',
    consequence: 'Com ela se entra na retaguarda do site sem senha.',
  },
  passkey_off: {
    subject: 'uma chave de acesso foi tirada',
    text: 'Uma chave de acesso foi tirada da sua conta',
    consequence: 'Com ela não se entra mais.',
  },
  factors_off: {
    subject: 'a verificação em duas etapas foi desligada',
    text: 'Quem cuida do sistema desligou a verificação em duas etapas da sua conta',
    consequence: 'Para entrar basta a senha. Ligue a verificação de novo no seu perfil.',
  },
} as const;

export type FactorChange = keyof typeof CHANGES;

/** Returns the mail that tells the owner of an account about a changed second factor. */
export function factorChangedMail({
  change,
  link,
  ...mail
}: AccountMail & { change: FactorChange; link: string }): Mail {
  const { subject, text, consequence } = CHANGES[change];
  return renderMail({
    to: mail.to,
    subject: `${mail.siteName}: ${subject}`,
    siteName: mail.siteName,
    greeting: `Olá, ${mail.name}`,
    parts: [
      `${text} ${formatInstantForMail(mail.at)}, e as outras sessões abertas foram encerradas. ${consequence}`,
      { text: `${NOT_YOU} ${CHANGE_PASSWORD}`, link },
    ],
    footnote: `${NOTHING_TO_DO} sem você saber.`,
  });
}

export function recoveryCodesRenewedMail({ link, ...mail }: AccountMail & { link: string }): Mail {
  return renderMail({
    to: mail.to,
    subject: `${mail.siteName}: códigos de recuperação novos`,
    siteName: mail.siteName,
    greeting: `Olá, ${mail.name}`,
    parts: [
      `Os códigos de recuperação da sua conta foram trocados ${formatInstantForMail(mail.at)}. Os de antes não valem mais.`,
      { text: `${NOT_YOU} ${CHANGE_PASSWORD}`, link },
    ],
    footnote: `${NOTHING_TO_DO} sem você saber.`,
  });
}

export function recoveryCodeUsedMail({
  left,
  link,
  ...mail
}: AccountMail & { left: number; link: string }): Mail {
  const remaining =
    left === 0
      ? 'Era o último: faça códigos novos no seu perfil.'
      : `${left === 1 ? 'Resta 1 código' : `Restam ${left} códigos`}. Novos códigos se fazem no seu perfil.`;
  return renderMail({
    to: mail.to,
    subject: `${mail.siteName}: um código de recuperação foi usado`,
    siteName: mail.siteName,
    greeting: `Olá, ${mail.name}`,
    parts: [
      `Um código de recuperação da sua conta foi usado ${formatInstantForMail(mail.at)}, para entrar ou para mudar o que a protege. ${remaining}`,
      {
        text: `${NOT_YOU} Então outra pessoa sabe a sua senha e tem um dos seus códigos. Troque os dois já, e avise quem cuida do sistema na rede:`,
        link,
      },
    ],
    footnote: 'Foi você? Então não precisa fazer nada. Este aviso sai a cada código usado.',
  });
}
