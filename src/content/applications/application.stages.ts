// Stages and message templates without schemas, so that contract, server and browser can all import them.

/** Stages of an application with their labels, in the order of the filter. */
export const STAGES = {
  new: 'Nova',
  review: 'Em análise',
  interview: 'Entrevista',
  pool: 'Banco de talentos',
  closed: 'Encerrada',
} as const;

export type Stage = keyof typeof STAGES;
export const stageNames = Object.keys(STAGES) as [Stage, ...Stage[]];

/** Filter value for applications without an existing vacancy. */
export const NO_VACANCY = 'other';

/** Placeholder for the vacancy in a message, because the recipients of one message may have different ones. */
export const VACANCY_PLACEHOLDER = '{vaga}';

export const TEMPLATES = {
  interview: {
    label: 'Convite para entrevista',
    subject: 'Vamos conversar?',
    text: `Lemos a sua candidatura para ${VACANCY_PLACEHOLDER} e gostaríamos de conhecer você melhor.

Podemos conversar nesta semana? Responda a este e-mail com os dias e horários que funcionam para você, e confirmamos o lugar.

Traga um documento com foto. Se precisar de alguma adaptação para a conversa, é só dizer.`,
  },
  pool: {
    label: 'Banco de talentos',
    subject: 'A sua candidatura está no nosso banco de talentos',
    text: `Obrigado por se candidatar para ${VACANCY_PLACEHOLDER}. Desta vez seguimos com outra pessoa, mas gostamos do seu perfil.

Guardamos o seu currículo no banco de talentos. Se aparecer uma vaga que combine com você, falamos com você por aqui.

Prefere que a gente apague os seus dados? Responda a este e-mail e apagamos.`,
  },
  closed: {
    label: 'Encerramento',
    subject: 'Sobre a sua candidatura',
    text: `Obrigado pelo seu tempo e pelo interesse em trabalhar com a gente. A seleção para ${VACANCY_PLACEHOLDER} terminou, e desta vez seguimos com outra pessoa.

Novas vagas aparecem sempre no nosso site. Quando vir uma que combine com você, candidate-se de novo.

Desejamos boa sorte.`,
  },
} as const;

export type MessageTemplate = keyof typeof TEMPLATES;
export const templateNames = Object.keys(TEMPLATES) as [MessageTemplate, ...MessageTemplate[]];

/** Returns the name of the vacancy for a message. Free text of applicants is never mailed. */
export const vacancyInMessage = (known: string | null) =>
  known ? `a vaga «${known}»` : 'uma vaga com a gente';

/** Returns the first word if it looks like a name. Otherwise a form could mail arbitrary text to third parties. */
export function firstName(name: string): string {
  return /^\p{L}[\p{L}\p{M}'’-]{0,39}(?=\s|$)/u.exec(name)?.[0] ?? '';
}

/** Returns the first line of a message, which precedes the text of staff. */
export function greetingTo(name: string): string {
  const first = firstName(name);
  return first ? `Olá, ${first}` : 'Olá';
}
