import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { renderMail } from '../../platform/mail/mailTemplate.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { DISABLED_REASONS, type DisabledReason } from './webhook.contract.ts';
import { webhookScreens } from './webhook.screens.ts';

/** Mails the creator of a webhook that it was disabled. */
export async function mailDisabledWebhook(
  { mailer, config, siteUrl }: Pick<Deps, 'mailer' | 'config' | 'siteUrl'>,
  work: Work,
  { uuid, name, user_id }: { uuid: string; name: string; user_id: number | null },
  reason: DisabledReason,
): Promise<void> {
  if (user_id === null) return;
  const creator = await work.trx
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', user_id)
    .where(isPublished('users'))
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!creator) return;
  const siteName = config.SITE_NAME;
  await mailer.queue(
    work,
    renderMail({
      to: creator.email,
      subject: `${siteName}: o webhook «${name}» foi desligado`,
      siteName,
      greeting: `Olá, ${creator.name}`,
      parts: [
        `Desligamos o webhook «${name}»: os avisos dele não chegam mais.`,
        DISABLED_REASONS[reason],
        {
          text: 'Veja o que foi enviado e o que o outro sistema respondeu. Quando ele voltar, ligue o webhook de novo por aqui:',
          link: `${siteUrl()}${webhookScreens.at.show({ uuid })}`,
        },
      ],
      footnote: 'Você recebe este aviso porque criou este webhook na retaguarda do site.',
    }),
  );
}
