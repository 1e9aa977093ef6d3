import { isoAt } from '../../platform/clock.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { RateLimitRule } from '../../platform/security/rateLimits.ts';
import { auditText } from '../../records/server/history/history.words.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { formatInstant } from '../../shared/text/format.ts';
import { emailKey } from '../auth/auth.contract.ts';
import { notifyAdministrators } from '../users/administrators.ts';
import { listRoles } from '../users/role.service.ts';
import { backupNotice } from './backups.words.ts';
import { dataInventory } from './dataInventory.ts';
import { recordErasure } from './erasures.job.ts';
import {
  type DataOutsideScope,
  type FoundPersonalData,
  type InventoryItem,
  MAX_LOOKUPS,
  type PersonalDataResponse,
  type PersonalDataSourceKey,
} from './personalData.contract.ts';
import { personalDataScreen } from './personalData.screens.ts';
import type { ErasureScope, PersonalDataPurpose, PersonalDataSurvey } from './source.ts';
import { allPersonalDataSources, personalDataSources } from './sources.ts';

// Finds, exports and erases all data of a person by their e-mail address (LGPD, art. 18). The audit log records each
// look-up and its number of items, never the person.

export const PERSONAL_DATA_ENTITY = 'personal_data';
/** Limit of each member of staff: enough for a day of requests, too few to probe addresses. */
const LOOKS: RateLimitRule = { points: 30, seconds: 3600 };
const ACCOUNTS = 'Pessoas e papéis';
const NOTHING = 'Não há nada guardado com este e-mail.';
const ERASED = 'Tudo o que havia guardado desta pessoa foi apagado para sempre.';
const ERASED_IN_PART =
  'O que podia ser apagado desta pessoa foi apagado para sempre. O que fica está escrito abaixo.';

export async function findPersonalData(deps: Deps, by: Actor | null, email: string) {
  await countLook(deps, by);
  const found = await look(deps, by, email);
  await note(deps, by, 'find', countOf(found));
  const { elsewhere } = await surveyAll(deps, by, email, 'read');
  return { ...found, elsewhere, backups: backupNotice(deps.config, deps.clock.now()) };
}

/** Returns the person's data with Portuguese keys, as the person gets it. */
export async function exportPerson(
  deps: Deps,
  by: Actor | null,
  email: string,
): Promise<Record<string, unknown>> {
  await countLook(deps, by);
  const found = await look(deps, by, email);
  const { elsewhere } = await surveyAll(deps, by, email, 'read');
  const count = countOf(found);
  if (count === 0 && elsewhere.length === 0) throw new Failure('not_found', NOTHING);
  const used = KEYS.flatMap((key) => (countIn(key, found) > 0 ? USED_FOR[key] : []));
  const parts: Record<string, unknown> = {};
  for (const holder of allPersonalDataSources) Object.assign(parts, await holder.exportData(deps, by, email));
  await note(deps, by, 'export', count);
  const now = deps.clock.now();
  return {
    empresa: deps.config.SITE_NAME,
    'gerado em': formatInstant(isoAt(now)),
    'e-mail': email,
    'para que usamos': dataInventory(deps.config)
      .filter(({ key }) => used.includes(key))
      .map(({ why, basis, howLong }) => ({
        'para quê': why.pt,
        'base legal': basis.pt,
        'por quanto tempo': howLong.pt,
      })),
    ...parts,
    ...(elsewhere.length > 0 && {
      'guardado em outras áreas': elsewhere.map((part) => ({ área: part.area, quantidade: part.count })),
    }),
    'cópias de segurança': backupNotice(deps.config, now),
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
  await ensureNotOwn(deps, email);
  const found = await look(deps, by, email);
  const { count: erasable, scopes, elsewhere } = await surveyAll(deps, by, email, 'erase');
  if (countOf(found) === 0 && elsewhere.length === 0) throw new Failure('not_found', NOTHING);
  const stays = elsewhere.map(leftTo);
  if (erasable === 0) {
    const refused = (found.accounts ?? []).flatMap((account) => account.refused ?? []);
    const mails = found.mails.waiting + found.mails.files > 0 ? [MAILS_STAY] : [];
    throw new Failure('conflict', [...refused, ...stays, ...mails].join(' ') || NOTHING);
  }
  // The digest is stored first: erased data without a digest would come back with a backup.
  const marked: ErasureScope[] = elsewhere.length === 0 ? ['all'] : scopes;
  await deps.write(
    by,
    async (work) => {
      await recordErasure(deps, work, marked, email);
      await notifyAdministrators(deps, work, {
        text: 'apagou para sempre o que estava guardado de uma pessoa',
        path: personalDataScreen.at.single,
      });
    },
    { content: false },
  );
  let count = 0;
  for (const holder of allPersonalDataSources) {
    const erased = await holder.erase(deps, by, email);
    count += erased.count;
    stays.push(...erased.retained);
  }
  // Another request erased the data meanwhile, or all of it has to stay.
  if (count === 0)
    throw stays.length === 0 ? new Failure('not_found', NOTHING) : new Failure('conflict', stays.join(' '));
  await note(deps, by, 'forget', count);
  return {
    message: stays.length === 0 ? ERASED : ERASED_IN_PART,
    kept: stays,
    backups: backupNotice(deps.config, deps.clock.now()),
  };
}

const MAILS_STAY = 'Os e-mails guardados ficam com a conta ou a candidatura a que pertencem.';

const leftTo = ({ area, count }: DataOutsideScope) =>
  area === ACCOUNTS
    ? `A conta da equipe com este e-mail continua: quem cuida de ${area} pode apagá-la.`
    : `Em ${area} ${count === 1 ? 'fica 1 item' : `ficam ${count} itens`}: peça a quem cuida dessa área.`;

const OWN =
  'Este e-mail é da própria rede. Se ele for mesmo de uma pessoa, troque-o antes nos dados da empresa, na filial ou no remetente dos e-mails.';

/** Refuses the addresses that the chain itself publishes or sends from. */
async function ensureNotOwn({ db, config }: Pick<Deps, 'db' | 'config'>, email: string): Promise<void> {
  const stored = await Promise.all(
    (['company_information', 'branches'] as const).map((table) =>
      db
        .selectFrom(table as 'branches')
        .select('email')
        .where(isNotDeleted(table))
        .execute(),
    ),
  );
  const sender = config.MAIL_FROM.match(/<([^>]+)>/)?.[1] ?? config.MAIL_FROM;
  const own = [sender, ...stored.flat().map((row) => row.email)].map((address) => emailKey(address.trim()));
  if (own.includes(emailKey(email))) throw new Failure('conflict', OWN);
}

/** Divides a person's data into the caller's part and the part in other areas. */
async function surveyAll(
  deps: Deps,
  by: Actor | null,
  email: string,
  purpose: PersonalDataPurpose,
): Promise<PersonalDataSurvey> {
  const all: PersonalDataSurvey = { count: 0, scopes: [], elsewhere: [] };
  for (const holder of allPersonalDataSources) {
    const part = await holder.survey(deps, by, email, purpose);
    all.count += part.count;
    all.scopes.push(...part.scopes);
    all.elsewhere.push(...part.elsewhere);
  }
  return all;
}

async function look(deps: Deps, by: Actor | null, email: string): Promise<FoundPersonalData> {
  return {
    applications: await personalDataSources.applications.find(deps, by, email),
    accounts: await personalDataSources.accounts.find(deps, by, email),
    texts: await personalDataSources.texts.find(deps, by, email),
    mails: await personalDataSources.mails.find(deps, by, email),
  };
}

const KEYS = Object.keys(personalDataSources) as PersonalDataSourceKey[];

/** Entries of the data inventory that describe each source. */
const USED_FOR: Record<PersonalDataSourceKey, string[]> = {
  applications: ['applications'],
  accounts: ['team', 'deeds'],
  texts: ['contacts'],
  mails: ['mails'],
};

const countOf = (found: FoundPersonalData) => KEYS.reduce((sum, key) => sum + countIn(key, found), 0);

const countIn = <K extends PersonalDataSourceKey>(key: K, found: FoundPersonalData): number =>
  personalDataSources[key].count(found[key]);

/** Counts a look-up against the limit. Operators on the command line have no limit: they own the database. */
const countLook = async ({ limits }: Pick<Deps, 'limits'>, by: Actor | null) => {
  if (by) await limits.consume('data of a person', by.uuid, LOOKS);
};

const note = (
  { write }: Pick<Deps, 'write'>,
  by: Actor | null,
  action: 'find' | 'export' | 'forget',
  count: number,
) =>
  write(by, (work) => work.audit({ action, entity: PERSONAL_DATA_ENTITY, uuid: null, after: { count } }), {
    content: false,
  });

// The data inventory and the latest look-ups

export async function readDataInventory(deps: Deps): Promise<PersonalDataResponse> {
  const roles = await listRoles(deps);
  return {
    kept: dataInventory(deps.config).map(
      ({ key, whose, what, why, basis, howLong, seenBy, seen, where, erased }): InventoryItem => ({
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

/** Actions of the index `audit_log_looks`, which must list the same ones. */
const LOOKS_AT_PEOPLE = ['open', 'find', 'export', 'forget'];

async function lastLooks({ db }: Pick<Deps, 'db'>) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'user_name', 'action', 'entity'])
    .where('action', 'in', LOOKS_AT_PEOPLE)
    .orderBy('id', 'desc')
    .limit(MAX_LOOKUPS)
    .execute();
  return rows.map(({ id, at, ...entry }) => ({ id, at, text: auditText(entry) }));
}
