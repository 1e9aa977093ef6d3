import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { letter } from '../../platform/mail/letter.ts';
import { inWords } from '../auth/account.mail.ts';
import { reachOf } from './access.ts';
import { peopleWithRoles } from './peopleWithRoles.ts';

export type Notifying = Pick<Deps, 'mailer' | 'config' | 'siteUrl'>;

export interface Deed {
  /** Predicate of the sentence, without its subject: «criou o token «Preços»». */
  text: string;
  /** Path of the screen that shows the change and can undo it. */
  path: string;
  /** Id of the affected person, who gets no mail. */
  about?: number;
}

/** Subject of the sentence if the change was made on the command line. */
const OPERATOR = 'Alguém com acesso ao servidor';

/** Mails other holders of `users.write` when a change opens access or erases a person. */
export async function notifyAdministrators(
  { mailer, config, siteUrl }: Notifying,
  work: Work,
  { text, path, about }: Deed,
): Promise<void> {
  const author = work.actor;
  const people = await peopleWithRoles(work.trx).where('users.invited_at', 'is', null).execute();
  for (const person of people) {
    if (person.id === author?.id || person.id === about) continue;
    if (!reachOf(person).permissions.has('users.write')) continue;
    await mailer.queue(
      work,
      letter({
        to: person.email,
        subject: `${config.SITE_NAME}: uma mudança que pede a sua atenção`,
        siteName: config.SITE_NAME,
        greeting: `Olá, ${person.name}`,
        parts: [
          `${author?.name ?? OPERATOR} ${text} ${inWords(work.now)}.`,
          {
            text: 'Você já sabia? Então não precisa fazer nada. Se não sabia, pergunte a quem fez, por telefone ou pessoalmente, e veja por aqui:',
            link: `${siteUrl()}${path}`,
          },
        ],
        footnote:
          'Você recebe este aviso porque também cuida de quem entra na retaguarda. Ele sai a cada mudança como esta.',
      }),
    );
  }
}
