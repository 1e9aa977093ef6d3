import type { Mail } from '../../platform/mail/mailer.ts';
import { renderMail } from '../../platform/mail/mailTemplate.ts';
import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';
import { inSentence } from '../../shared/text/format.ts';

interface AccessGrant {
  to: string;
  name: string;
  siteName: string;
  /** Name of the person who gave the access. */
  by: string;
  role: { name: string; description: string };
  /** Names of branches; null for all. */
  branches: readonly string[] | null;
}

export function invitationMail({
  to,
  name,
  siteName,
  by,
  role,
  branches,
  link,
  days,
  expiresAt,
}: AccessGrant & { link: string; days: number; expiresAt: number }): Mail {
  return renderMail({
    to,
    subject: `${siteName}: convite para a equipe do site`,
    siteName,
    greeting: `Olá, ${name}`,
    parts: [
      `${by} convidou você para a retaguarda do site ${siteName}, onde a equipe cuida do que os clientes veem. ${accessSentence(role, branches)}`,
      { text: 'Para entrar, escolha a sua senha em:', link },
      `O link vale por ${days} dias, até ${formatExpiry(expiresAt)}, e só pode ser usado uma vez. Depois, entre com este e-mail e a sua senha.`,
    ],
    footnote:
      'Não esperava este convite? Ignore esta mensagem: sem a senha que só você escolhe, ninguém entra com este endereço.',
  });
}

/** Tells a person that their role or branches have changed. */
export function accessChangedMail({ to, name, siteName, by, role, branches }: AccessGrant): Mail {
  return renderMail({
    to,
    subject: `${siteName}: o seu acesso mudou`,
    siteName,
    greeting: `Olá, ${name}`,
    parts: [
      `${by} mudou o que você pode na retaguarda do site. ${accessSentence(role, branches)}`,
      'As suas sessões abertas foram encerradas. Entre de novo com o mesmo e-mail e a mesma senha.',
    ],
    footnote: `Não sabe por quê? Fale com ${by} ou com quem cuida do sistema na rede.`,
  });
}

/** Returns role and branches in Portuguese: «O seu papel é «Loja»: […]. As suas filiais: Centro e Praia.» */
function accessSentence(
  { name, description }: AccessGrant['role'],
  branches: AccessGrant['branches'],
): string {
  const purpose = description ? `: ${description.charAt(0).toLowerCase()}${description.slice(1)}` : '.';
  const role = `O seu papel é «${name}»${purpose}`;
  const sentence = /[.!?]$/.test(role) ? role : `${role}.`;
  if (!branches || branches.length === 0) return sentence;
  const label = branches.length === 1 ? 'A sua filial' : 'As suas filiais';
  return `${sentence} ${label}: ${inSentence(branches)}.`;
}

/** Returns an instant in the zone of the site: «26/11/2026, às 14:05 (horário de Brasília)». */
function formatExpiry(at: number): string {
  const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(CHAIN_ZONE);
  const day = time.toPlainDate().toLocaleString('pt-BR', { dateStyle: 'short' });
  return `${day}, às ${time.toPlainTime().toString({ smallestUnit: 'minute' })} (horário de Brasília)`;
}
