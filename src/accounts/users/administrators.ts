import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { renderMail } from '../../platform/mail/mailTemplate.ts';
import { formatInstantForMail } from '../auth/account.mail.ts';
import { peopleWithRoles } from './peopleWithRoles.ts';
import { roleAccessOf } from './userAccess.ts';

export type NotifyDeps = Pick<Deps, 'mailer' | 'config' | 'siteUrl'>;

export interface AdministratorNotice {
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
  { mailer, config, siteUrl }: NotifyDeps,
  work: Work,
  { text, path, about }: AdministratorNotice,
): Promise<void> {
  const author = work.actor;
  const people = await peopleWithRoles(work.trx).where('users.invited_at', 'is', null).execute();
  for (const person of people) {
    if (person.id === author?.id || person.id === about) continue;
    if (!roleAccessOf(person).permissions.has('users.write')) continue;
    await mailer.queue(
      work,
      renderMail({
        to: person.email,
        subject: `${config.SITE_NAME}: uma mudança que pede a sua atenção`,
        siteName: config.SITE_NAME,
        greeting: `Olá, ${person.name}`,
        parts: [
          `${author?.name ?? OPERATOR} ${text} ${formatInstantForMail(work.now)}.`,
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
