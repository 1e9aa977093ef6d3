import type { Mail } from '../../platform/mail/mailer.ts';
import { renderMail } from '../../platform/mail/mailTemplate.ts';
import { greetingTo } from './application.stages.ts';

export interface ApplicationMail {
  /** Uuid of the application. */
  about: string;
  to: string;
  name: string;
  siteName: string;
  /** Name of a listed vacancy; null for free text, which an attacker could have mailed to third parties. */
  vacancy: string | null;
  talentPool: boolean;
  retentionMonths: number;
  contacts: string;
}

export function applicationMail(application: ApplicationMail): Mail {
  const { about, to, siteName, vacancy, talentPool, retentionMonths, contacts } = application;
  const months = retentionMonths === 1 ? '1 mês' : `${retentionMonths} meses`;
  const purpose = talentPool
    ? 'para esta seleção e, como você pediu, para outras vagas que combinem com você'
    : 'para esta seleção';
  const mail = renderMail({
    to,
    subject: `${siteName}: recebemos a sua candidatura`,
    siteName,
    greeting: greetingTo(application.name),
    parts: [
      vacancy
        ? `A sua candidatura para a vaga «${vacancy}» chegou, com o currículo. Obrigado por querer trabalhar com a gente.`
        : 'A sua candidatura chegou, com o currículo. Obrigado por querer trabalhar com a gente.',
      'A nossa equipe vai ler com calma. Se o seu perfil combinar com a vaga, falamos com você por este e-mail ou pelo telefone que você informou.',
      `Usamos os seus dados só ${purpose}. Eles ficam guardados por até ${months}, e depois apagamos tudo, o currículo também.`,
      { text: 'Quer corrigir alguma coisa, ou que a gente apague antes? Fale com a gente:', link: contacts },
    ],
    footnote: 'Não foi você quem se candidatou? Fale com a gente pelo mesmo endereço, e apagamos os dados.',
  });
  return { ...mail, about };
}

export interface StaffMail {
  /** Uuid of the application. */
  about: string;
  to: string;
  name: string;
  siteName: string;
  subject: string;
  text: string;
  replyTo: string;
  sender: string;
}

/** Returns a mail from a member of staff to an applicant. */
export function staffMail({ about, to, name, siteName, subject, text, replyTo, sender }: StaffMail): Mail {
  const mail = renderMail({
    to,
    subject,
    siteName,
    greeting: greetingTo(name),
    parts: text.split(/\n{2,}/),
    footnote: `Quem escreve é ${sender}, de ${siteName}. Para responder, é só responder a este e-mail.`,
  });
  return { ...mail, about, replyTo };
}
