import { letter } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

export interface ApplicationMail {
  /** The application's uuid. */
  about: string;
  to: string;
  name: string;
  siteName: string;
  /** Null for a free text: what strangers type is not sent on in the chain's name. */
  vacancy: string | null;
  talentPool: boolean;
  retentionMonths: number;
  contacts: string;
}

export function applicationMail(application: ApplicationMail): Mail {
  const { about, to, siteName, vacancy, talentPool, retentionMonths, contacts } = application;
  const first = firstName(application.name);
  const months = retentionMonths === 1 ? '1 mês' : `${retentionMonths} meses`;
  const purpose = talentPool
    ? 'para esta seleção e, como você pediu, para outras vagas que combinem com você'
    : 'para esta seleção';
  const mail = letter({
    to,
    subject: `${siteName}: recebemos a sua candidatura`,
    siteName,
    greeting: first ? `Olá, ${first}` : 'Olá',
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

/** Only what is plainly a name: anybody can have this mail sent to anybody. */
function firstName(name: string): string {
  return /^\p{L}[\p{L}\p{M}'’-]{0,39}(?=\s|$)/u.exec(name)?.[0] ?? '';
}
