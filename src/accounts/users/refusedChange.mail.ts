import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { renderMail } from '../../platform/mail/mailTemplate.ts';
import { resourceOf } from '../../records/define/resources.ts';
import { titleOf } from '../../records/server/history/history.words.ts';
import type { RefusedChange } from '../../records/server/publication/scheduledChanges.ts';
import { recordAccessFor } from '../../records/server/recordAccess.ts';
import { formatInstant } from '../../shared/text/format.ts';
import { readRoles, roleAccessOfPerson } from './personAccess.service.ts';

/**
 * Mails the author of a scheduled change that it was not published. Leaves the record's title out if the
 * author may no longer read it.
 */
export function registerRefusalMails(deps: Deps): void {
  deps.publication.onRefused((work, refused) => tellAuthor(deps, work, refused));
}

async function tellAuthor(
  { mailer, config, siteUrl }: Deps,
  work: Work,
  { table, uuid, author, at, kind, reason }: RefusedChange,
): Promise<void> {
  const known = resourceOf(table);
  const user = author === null ? undefined : await activeUser(work, author);
  if (!known || !user) return;
  const record = await work.trx
    .selectFrom(table as 'banners')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  const caller = { id: author, ...roleAccessOfPerson(user, await readRoles(work.trx)) };
  const name = { entity: table, uuid };
  const isReadable = await recordAccessFor(work.trx, caller, 'read', [name]);
  await mailer.queue(
    work,
    refusalMail({
      to: user.email,
      name: user.name,
      siteName: config.SITE_NAME,
      one: known.one,
      title: isReadable(name) ? titleOf(known, record) : null,
      at,
      kind,
      reason,
      link: `${siteUrl()}${known.at.history({ uuid })}`,
    }),
  );
}

const activeUser = ({ trx }: Work, id: number) =>
  trx
    .selectFrom('users')
    .select(['email', 'name', 'role', 'branches'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

interface RefusalMail extends Pick<RefusedChange, 'at' | 'kind' | 'reason'> {
  to: string;
  name: string;
  siteName: string;
  /** Noun with its article: «a receita». */
  one: string;
  title: string | null;
  /** Address of the record's version history. */
  link: string;
}

function refusalMail({ to, name, siteName, one, title, at, kind, reason, link }: RefusalMail): Mail {
  const what = title === null ? one : `${one} «${title}»`;
  const isDeparture = kind === 'departure';
  return renderMail({
    to,
    subject: isDeparture
      ? `${siteName}: não deu para tirar do site na hora marcada`
      : `${siteName}: uma mudança não entrou no site na hora marcada`,
    siteName,
    greeting: `Olá, ${name}`,
    parts: [
      isDeparture
        ? `Era para ${what} sair do site em ${formatInstant(at)}, como você marcou, e não deu:`
        : `A mudança que você marcou n${what} para ${formatInstant(at)} não entrou no site:`,
      reason,
      {
        text: isDeparture
          ? 'Nada foi perdido, e o site continua como estava. Veja e tire do site por aqui:'
          : 'Nada foi perdido: a mudança está guardada como rascunho, e o site continua como estava. Veja e publique por aqui:',
        link,
      },
    ],
    footnote: 'Você recebe este aviso porque marcou esta hora na retaguarda do site.',
  });
}
