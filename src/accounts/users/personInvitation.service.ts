import type { Actor, Work } from '../../platform/database/write.ts';
import type { RateLimitRule } from '../../platform/security/rateLimits.ts';
import { RESET_PASSWORD } from '../../shared/addresses.ts';
import { Failure } from '../../shared/failure.ts';
import { deletePendingCodes } from '../auth/access.service.ts';
import { emailKey } from '../auth/auth.contract.ts';
import { INVITATION_DAYS, storeInvitation } from '../auth/recovery.service.ts';
import { notifyAdministrators } from './administrators.ts';
import { invitationMail } from './person.mail.ts';
import type { MailDeps, StoredPerson } from './personAccess.service.ts';
import { branchNames, findManageable, type GrantedAccess, parseBranches } from './personAccess.service.ts';
import { findAssignableRole } from './role.service.ts';
import { canAdminister } from './rolePermissions.ts';
import { people } from './users.office.ts';

const HOUR = 3600;

const LIMITS = {
  /** Invitations that one person may send; enough for the staff of a whole branch. */
  invitations: { points: 60, seconds: HOUR },
  /** Invitation mails to one address, which may be a third party's. */
  mails: { points: 3, seconds: HOUR },
} satisfies Record<string, RateLimitRule>;

export async function invitePerson(deps: MailDeps, actor: Actor, uuid: string) {
  const { email } = await findManageable(deps.db, actor, uuid);
  await countInvitation(deps, actor, email);
  return deps.write(
    actor,
    async (work) => {
      const { trx, now, audit } = work;
      const person = await findManageable(trx, actor, uuid);
      if (person.disabled_at !== null)
        throw new Failure('conflict', `O acesso de ${person.name} está desativado. Ative antes de convidar.`);
      if (person.invited_at === null) throw hasPassword(person);
      const role = await findAssignableRole(trx, person.role);
      if (!role) throw new Failure('conflict', 'O papel desta pessoa não existe mais. Dê outro antes.');
      await deletePendingCodes(work, person);
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set({ invited_at: now })
        .where('id', '=', person.id)
        .where('invited_at', 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw hasPassword(person);
      const names = await branchNames(trx, parseBranches(person));
      const branches = role.ownBranches ? names : null;
      await mailInvitation(deps, work, actor, person, { inWords: { role, branches } });
      if (canAdminister(role.permissions))
        await notifyAdministrators(deps, work, {
          text: `mandou de novo o convite de ${person.name}, que tem o papel «${role.name}»,`,
          path: people.at.edit({ uuid }),
          about: person.id,
        });
      await audit({ action: 'reinvite', entity: 'user', uuid });
      return { message: `Chega em ${person.email}. O link de antes não abre mais.` };
    },
    { content: false },
  );
}

const hasPassword = ({ name }: StoredPerson) =>
  new Failure('conflict', `${name} já escolheu uma senha: não precisa de convite.`);

export async function countInvitation({ limits }: MailDeps, actor: Actor, email: string): Promise<void> {
  await limits.consume('invitations', actor.uuid, LIMITS.invitations);
  await limits.consume('invitation mails', emailKey(email), LIMITS.mails);
}

export async function mailInvitation(
  { mailer, config, siteUrl }: MailDeps,
  work: Work,
  actor: Actor,
  { id, name, email }: { id: number; name: string; email: string },
  { inWords }: Pick<GrantedAccess, 'inWords'>,
): Promise<void> {
  const { token, expiresAt } = await storeInvitation(work, id);
  const mail = invitationMail({
    to: email,
    name,
    siteName: config.SITE_NAME,
    by: actor.name,
    ...inWords,
    link: `${siteUrl()}${RESET_PASSWORD}?invited#${token}`,
    days: INVITATION_DAYS,
    expiresAt,
  });
  await mailer.queue(work, mail);
}
