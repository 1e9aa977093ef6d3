import { Failure, invalidField } from '../../contract/failure.ts';
import { isoAt } from '../../platform/clock.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Rule } from '../../platform/limits.ts';
import { formatInstant } from '../../ui/format.ts';
import { emailKey } from '../auth/auth.contract.ts';
import { inWords } from '../history/history.words.ts';
import { listRoles } from '../users/role.service.ts';
import { backupsHaveIt } from './backups.words.ts';
import { markErased } from './erasures.job.ts';
import { allHolders, holders } from './holders.ts';
import { kept } from './kept.ts';
import {
  type Found,
  type HolderKey,
  type KeptEntry,
  LOOKS_SHOWN,
  type PersonalDataAnswer,
} from './personalData.contract.ts';

// All that is kept of one person, by the address that they gave: to show, to hand over and to erase (LGPD, art. 18).
// The audit log says that it was done and of how many things, never whose.

export const ENTITY = 'personal_data';
/** Of one member of staff: enough for a day of requests, too few to try addresses. */
const LOOKS: Rule = { points: 30, seconds: 3600 };
const NOTHING = 'Não há nada guardado com este e-mail.';
const ERASED = 'Tudo o que havia guardado desta pessoa foi apagado para sempre.';
const ERASED_IN_PART =
  'O que podia ser apagado desta pessoa foi apagado para sempre. O que fica está escrito abaixo.';

export async function findPerson(deps: Deps, by: Actor | null, email: string) {
  await countLook(deps, by);
  const found = await look(deps, by, email);
  await note(deps, by, 'find', countOf(found));
  return { ...found, backups: backupsHaveIt(deps.config, deps.clock.now()) };
}

/** As the person gets it: every key says in Portuguese what it is. */
export async function exportPerson(
  deps: Deps,
  by: Actor | null,
  email: string,
): Promise<Record<string, unknown>> {
  await countLook(deps, by);
  const found = await look(deps, by, email);
  const count = countOf(found);
  if (count === 0) throw new Failure('not_found', NOTHING);
  const used = KEYS.flatMap((key) => (countIn(key, found) > 0 ? USED_FOR[key] : []));
  const parts: Record<string, unknown> = {};
  for (const holder of allHolders) Object.assign(parts, await holder.handOver(deps, by, email));
  await note(deps, by, 'export', count);
  const now = deps.clock.now();
  return {
    empresa: deps.config.SITE_NAME,
    'gerado em': formatInstant(isoAt(now)),
    'e-mail': email,
    'para que usamos': kept(deps.config)
      .filter(({ key }) => used.includes(key))
      .map(({ why, basis, howLong }) => ({
        'para quê': why.pt,
        'base legal': basis.pt,
        'por quanto tempo': howLong.pt,
      })),
    ...parts,
    'cópias de segurança': backupsHaveIt(deps.config, now),
  };
}

export async function erasePerson(
  deps: Deps,
  by: Actor | null,
  { email, confirmation }: { email: string; confirmation: string },
) {
  if (emailKey(confirmation) !== emailKey(email))
    throw invalidField('confirmation', 'Digite o mesmo e-mail, para confirmar.');
  await countLook(deps, by);
  if (countOf(await look(deps, by, email)) === 0) throw new Failure('not_found', NOTHING);
  // First of all: what is erased and not marked would come back with a backup, the other way round nothing is lost.
  await deps.write(by, (work) => markErased(deps, work, 'applications', email), { content: false });
  let count = 0;
  const stays: string[] = [];
  for (const holder of allHolders) {
    const erased = await holder.erase(deps, by, email);
    count += erased.count;
    stays.push(...erased.kept);
  }
  // Somebody else was faster, or nothing of it could go.
  if (count === 0)
    throw stays.length === 0 ? new Failure('not_found', NOTHING) : new Failure('conflict', stays.join(' '));
  await note(deps, by, 'forget', count);
  return {
    message: stays.length === 0 ? ERASED : ERASED_IN_PART,
    kept: stays,
    backups: backupsHaveIt(deps.config, deps.clock.now()),
  };
}

async function look(deps: Deps, by: Actor | null, email: string): Promise<Found> {
  return {
    applications: await holders.applications.find(deps, by, email),
    accounts: await holders.accounts.find(deps, by, email),
    texts: await holders.texts.find(deps, by, email),
    mails: await holders.mails.find(deps, by, email),
  };
}

const KEYS = Object.keys(holders) as HolderKey[];

/** The entries of the register that tell of what each holds. */
const USED_FOR: Record<HolderKey, string[]> = {
  applications: ['applications'],
  accounts: ['team', 'deeds'],
  texts: ['contacts'],
  mails: ['mails'],
};

const countOf = (found: Found) => KEYS.reduce((sum, key) => sum + countIn(key, found), 0);

const countIn = <K extends HolderKey>(key: K, found: Found): number => holders[key].count(found[key]);

/** An operator at the command line is counted by nobody: the database is theirs anyway. */
const countLook = async ({ limits }: Pick<Deps, 'limits'>, by: Actor | null) => {
  if (by) await limits.consume('data of a person', by.uuid, LOOKS);
};

const note = (
  { write }: Pick<Deps, 'write'>,
  by: Actor | null,
  action: 'find' | 'export' | 'forget',
  count: number,
) =>
  write(by, (work) => work.audit({ action, entity: ENTITY, uuid: null, after: { count } }), {
    content: false,
  });

// What is kept, and who saw it

export async function readRegister(deps: Deps): Promise<PersonalDataAnswer> {
  const roles = await listRoles(deps);
  return {
    kept: kept(deps.config).map(
      ({ key, whose, what, why, basis, howLong, seenBy, seen, where, erased }): KeptEntry => ({
        key,
        whose: whose.pt,
        what: what.pt,
        why: why.pt,
        basis: basis.pt,
        howLong: howLong.pt,
        seenBy:
          seenBy &&
          roles.filter(({ permissions }) => permissions.includes(`${seenBy}.read`)).map(({ name }) => name),
        seen: seen.pt,
        where: where.pt,
        erased: erased.pt,
      }),
    ),
    looks: await lastLooks(deps),
  };
}

/** By `audit_log_looks`, which names the same. */
const LOOKS_AT_PEOPLE = ['open', 'find', 'export', 'forget'];

async function lastLooks({ db }: Pick<Deps, 'db'>) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'user_name', 'action', 'entity'])
    .where('action', 'in', LOOKS_AT_PEOPLE)
    .orderBy('id', 'desc')
    .limit(LOOKS_SHOWN)
    .execute();
  return rows.map(({ id, at, ...entry }) => ({ id, at, text: inWords(entry) }));
}
