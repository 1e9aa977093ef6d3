// What contract, server and browser say of stages and of messages; no schema, so that any of them may import it.

/** How far an application has come, in the order of the tabs. */
export const STAGES = {
  new: 'Nova',
  review: 'Em análise',
  interview: 'Entrevista',
  pool: 'Banco de talentos',
  closed: 'Encerrada',
} as const;

export type Stage = keyof typeof STAGES;
export const stageNames = Object.keys(STAGES) as [Stage, ...Stage[]];

/** The count beside a tab stops here. */
export const COUNTED_BY_STAGE = 1000;

/** The applications that belong to no vacancy that is still there, as the list is asked for them. */
export const NO_VACANCY = 'other';

/** Stands in a message for the vacancy, which differs from one of several recipients to the next. */
export const VACANCY_MARK = '{vaga}';

export const TEMPLATES = {
  interview: {
    label: 'Convite para entrevista',
    subject: 'Vamos conversar?',
    text: `Lemos a sua candidatura para ${VACANCY_MARK} e gostaríamos de conhecer você melhor.

Podemos conversar nesta semana? Responda a este e-mail com os dias e horários que funcionam para você, e confirmamos o lugar.

Traga um documento com foto. Se precisar de alguma adaptação para a conversa, é só dizer.`,
  },
  pool: {
    label: 'Banco de talentos',
    subject: 'A sua candidatura está no nosso banco de talentos',
    text: `Obrigado por se candidatar para ${VACANCY_MARK}. Desta vez seguimos com outra pessoa, mas gostamos do seu perfil.

Guardamos o seu currículo no banco de talentos. Se aparecer uma vaga que combine com você, falamos com você por aqui.

Prefere que a gente apague os seus dados? Responda a este e-mail e apagamos.`,
  },
  closed: {
    label: 'Encerramento',
    subject: 'Sobre a sua candidatura',
    text: `Obrigado pelo seu tempo e pelo interesse em trabalhar com a gente. A seleção para ${VACANCY_MARK} terminou, e desta vez seguimos com outra pessoa.

Novas vagas aparecem sempre no nosso site. Quando vir uma que combine com você, candidate-se de novo.

Desejamos boa sorte.`,
  },
} as const;

export type Template = keyof typeof TEMPLATES;
export const templateNames = Object.keys(TEMPLATES) as [Template, ...Template[]];

/** How the vacancy is called in a message. What strangers typed is not sent on in the chain's name. */
export const vacancyInMessage = (known: string | null) =>
  known ? `a vaga «${known}»` : 'uma vaga com a gente';

/** Only what is plainly a name: anybody can apply under anybody's address. */
export function firstName(name: string): string {
  return /^\p{L}[\p{L}\p{M}'’-]{0,39}(?=\s|$)/u.exec(name)?.[0] ?? '';
}

/** How a message begins, before what staff write. */
export function greetingTo(name: string): string {
  const first = firstName(name);
  return first ? `Olá, ${first}` : 'Olá';
}
