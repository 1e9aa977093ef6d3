import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isoAt } from '../../platform/clock.ts';
import { ConfigError } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashPassword, readableCode } from '../../platform/security/secrets.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { Failure, fieldErrors } from '../../shared/failure.ts';
import { requiredNewName } from '../../shared/fields.ts';
import { ADMIN_ROLE } from '../users/rolePermissions.ts';
import {
  accountColumns,
  findAccount,
  findUser,
  noAccount,
  userColumns,
  withEmailConflictField,
} from './account.service.ts';
import { emailKey, loginInput, newPassword } from './auth.contract.ts';
import { mailPasswordChanged, storePassword } from './passwordChange.service.ts';
import { ensureStrong } from './passwords.service.ts';

/** Lifetime of a generated password. */
const GENERATED_PASSWORD_MS = 24 * 3_600_000;

/** Six groups are 150 bits; the password need not be memorable. */
const PASSWORD_GROUPS = 6;

/**
 * Returns the expiry of a generated password, because it may have been seen on a screen or in a log. Null in
 * demo installations, which have nothing to protect.
 */
const generatedUntil = ({ config, clock }: Pick<Deps, 'config' | 'clock'>): string | null =>
  config.demoContent ? null : isoAt(clock.now() + GENERATED_PASSWORD_MS);

const newUser = z.object({
  name: requiredNewName('o nome', 120),
  email: loginInput.shape.email,
  password: newPassword,
});

/** Creates an account. Returns the password only if it was generated here. */
export async function createUser(
  deps: Deps,
  input: { name: string; email: string; password?: string; role?: string; branches?: string[] },
): Promise<{ uuid: string; email: string; password: string | null }> {
  const { write, config } = deps;
  const { name, email, password } = check(newUser, {
    ...input,
    password: input.password ?? randomPassword(),
  });
  if (input.password !== undefined) await ensureStrong(password, { name, email, siteName: config.SITE_NAME });
  const { role = ADMIN_ROLE } = input;
  const password_hash = await hashPassword(password);
  const uuid = randomUUID();
  await withEmailConflictField(() =>
    write(
      null,
      async ({ trx, now, audit }) => {
        await trx
          .insertInto('users')
          .values({
            uuid,
            ...accountColumns({ name, email }),
            role,
            branches: input.branches ? JSON.stringify(input.branches) : null,
            password_hash,
            password_until: input.password === undefined ? generatedUntil(deps) : null,
            created_at: now,
            updated_at: now,
            deleted_at: null,
            disabled_at: null,
            invited_at: null,
          })
          .execute();
        await audit({ action: 'create', entity: 'user', uuid, after: { name, email, role } });
      },
      { content: false },
    ),
  );
  return { uuid, email, password: input.password === undefined ? password : null };
}

export async function listUsers({ db }: Deps) {
  return db
    .selectFrom('users')
    .select([...userColumns, 'created_at', 'disabled_at', 'invited_at'])
    .where(isPublished('users'))
    .orderBy('email_key')
    .execute();
}

/**
 * Sets a new password, ends the account's sessions, and returns the password. A generated one expires after a
 * day and must be changed.
 */
export async function resetPasswordByOperator(deps: Deps, email: string, given?: string): Promise<string> {
  const { db, write, limits, config } = deps;
  const user = await findAccount(db, email);
  if (!user) throw noAccount(email);
  const { password } = check(z.object({ password: newPassword }), { password: given ?? randomPassword() });
  if (given !== undefined) await ensureStrong(password, { ...user, siteName: config.SITE_NAME });
  const hash = await hashPassword(password);
  const until = given === undefined ? generatedUntil(deps) : null;
  await write(
    null,
    async (work) => {
      await storePassword(work, user.id, hash, { until });
      await mailPasswordChanged(deps, work, user);
      await work.audit({ action: 'reset_password', entity: 'user', uuid: user.uuid });
    },
    { content: false },
  );
  await limits.reset('login account', emailKey(email));
  return password;
}

/** Creates the first administrator of an empty database; null if there are accounts. */
export async function ensureFirstAdmin(
  deps: Deps,
): Promise<{ email: string; password: string | null } | null> {
  const { config, db } = deps;
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anybody) return null;
  try {
    return await createUser(deps, {
      name: 'Equipe',
      email: config.ADMIN_EMAIL,
      ...(config.ADMIN_PASSWORD !== undefined && { password: config.ADMIN_PASSWORD }),
    });
  } catch (error) {
    // Another instance that started at the same time was faster.
    if (error instanceof Failure && (await findUser(db, config.ADMIN_EMAIL))) return null;
    if (error instanceof Failure && error.fields?.password)
      throw new ConfigError(`Configuração inválida:\n  ADMIN_PASSWORD: ${error.message}`);
    throw error;
  }
}

const randomPassword = () => readableCode(PASSWORD_GROUPS).toLowerCase();

export function check<S extends z.ZodType>(schema: S, input: z.input<S>): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields = fieldErrors(result.error);
  throw new Failure('invalid', Object.values(fields).flat().join(' '), { fields });
}
