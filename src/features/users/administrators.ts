import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { letter } from '../../platform/mail/letter.ts';
import { inWords } from '../auth/account.mail.ts';
import { reachOf } from './access.ts';
import { peopleWithRoles } from './peopleWithRoles.ts';

export type Notifying = Pick<Deps, 'mailer' | 'config' | 'siteUrl'>;

export interface Deed {
  /** Follows the subject of the sentence: «criou o token «Preços»». */
  text: string;
  /** Path of the screen where it can be seen and taken back. */
  path: string;
  /** Id of the person whom it is about, who gets no mail of it. */
  about?: number;
}

/** Subject of a deed of the command line. */
const OPERATOR = 'Alguém com acesso ao servidor';

/** Mails everybody who keeps people and their rights, except the author, when something opens a way in or erases a person. */
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
