import { ZONE } from '../../platform/clock.ts';
import { letter } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { inSentence } from '../../ui/format.ts';

interface Given {
  to: string;
  name: string;
  siteName: string;
  /** Who gives it. */
  by: string;
  role: { name: string; description: string };
  /** Null for all. */
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
}: Given & { link: string; days: number; expiresAt: number }): Mail {
  return letter({
    to,
    subject: `${siteName}: convite para a equipe do site`,
    siteName,
    greeting: `Olá, ${name}`,
    parts: [
      `${by} convidou você para a retaguarda do site ${siteName}, onde a equipe cuida do que os clientes veem. ${given(role, branches)}`,
      { text: 'Para entrar, escolha a sua senha em:', link },
      `O link vale por ${days} dias, até ${inWords(expiresAt)}, e só pode ser usado uma vez. Depois, entre com este e-mail e a sua senha.`,
    ],
    footnote:
      'Não esperava este convite? Ignore esta mensagem: sem a senha que só você escolhe, ninguém entra com este endereço.',
  });
}

/** To whoever has another role or other branches from now on. */
export function accessChangedMail({ to, name, siteName, by, role, branches }: Given): Mail {
  return letter({
    to,
    subject: `${siteName}: o seu acesso mudou`,
    siteName,
    greeting: `Olá, ${name}`,
    parts: [
      `${by} mudou o que você pode na retaguarda do site. ${given(role, branches)}`,
      'As suas sessões abertas foram encerradas. Entre de novo com o mesmo e-mail e a mesma senha.',
    ],
    footnote: `Não sabe por quê? Fale com ${by} ou com quem cuida do sistema na rede.`,
  });
}

/** «O seu papel é «Loja»: só o que é das filiais que a pessoa recebe. As suas filiais: Centro e Praia.» */
function given({ name, description }: Given['role'], branches: Given['branches']): string {
  const does = description ? `: ${description.charAt(0).toLowerCase()}${description.slice(1)}` : '.';
  const role = `O seu papel é «${name}»${does}`;
  const whole = /[.!?]$/.test(role) ? role : `${role}.`;
  if (!branches || branches.length === 0) return whole;
  const whose = branches.length === 1 ? 'A sua filial' : 'As suas filiais';
  return `${whole} ${whose}: ${inSentence(branches)}.`;
}

/** «26/11/2026, às 14:05 (horário de Brasília)» */
function inWords(at: number): string {
  const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE);
  const day = time.toPlainDate().toLocaleString('pt-BR', { dateStyle: 'short' });
  return `${day}, às ${time.toPlainTime().toString({ smallestUnit: 'minute' })} (horário de Brasília)`;
}
