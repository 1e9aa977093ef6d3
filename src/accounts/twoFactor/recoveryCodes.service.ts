import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/write.ts';
import { parseReadableCode, readableCode, secretHash } from '../../platform/security/secrets.ts';
import { RECOVERY_CODE_COUNT } from './twoFactor.contract.ts';
import './twoFactor.tables.ts';

/** Groups of five characters in a code. Five groups are 125 bits, which resists brute force of a stored hash. */
const GROUPS = 5;
/** Groups in codes of earlier releases (75 bits), which stay valid until they are used or replaced. */
const FORMER_GROUPS = 3;

/** Replaces the recovery codes of a user. Returns the new ones, of which only hashes are stored. */
export async function replaceRecoveryCodes({ trx, now }: Work, userId: number): Promise<string[]> {
  await trx.deleteFrom('factor_codes').where('user_id', '=', userId).execute();
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => readableCode(GROUPS));
  await trx
    .insertInto('factor_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: secretHash(code), created_at: now })))
    .execute();
  return codes;
}

/** Uses a recovery code by deleting its row, so that concurrent calls cannot both use it. */
export async function spendRecoveryCode({ trx }: Work, userId: number, typed: string): Promise<boolean> {
  const code = parseReadableCode(typed, GROUPS) ?? parseReadableCode(typed, FORMER_GROUPS);
  if (!code) return false;
  const { numDeletedRows } = await trx
    .deleteFrom('factor_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', secretHash(code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: DbOrTransaction, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('factor_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(left);
}
