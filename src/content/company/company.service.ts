import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentSingle, type RecordDraft, saveDraft } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { findSingle, type Row, valueOrStored } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { addressOf, socialLinksOf } from '../addresses/address.columns.ts';
import type { CompanyInformation, CompanyInput, CompanyRecord } from './company.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    company_information: CompanyTable;
  }
}

export interface CompanyTable extends RecordColumns, CompanyInformation {}

const TABLE = 'company_information';
declareComposition(TABLE, { single: true });

/** Returns the single record, or null before its first save. */
export async function findInformation(db: DbOrTransaction): Promise<CompanyRecord | null> {
  const row = await findSingle(db, TABLE);
  return (
    row && {
      id: row.id,
      uuid: row.uuid,
      ...presented(row),
      version: row.version,
      updated_at: row.updated_at,
    }
  );
}

/** Returns the published company information, or null. */
export async function companyInformation(db: DbOrTransaction): Promise<CompanyInformation | null> {
  const row = await findSingle(db, TABLE, isPublished);
  return row && presented(row);
}

export async function draftInformation(
  db: DbOrTransaction,
  { version: expectedVersion, ...fields }: CompanyInput,
): Promise<RecordDraft<typeof TABLE>> {
  const before = await currentSingle(db, TABLE, expectedVersion);
  const message = 'O rodapé e a página de contato já mostram a mudança.';
  return { table: TABLE, before, values: companyColumns(fields, before ?? undefined), message };
}

/** Saves the record; `created` tells whether this is the first save. */
export async function storeInformation({ write }: Pick<Deps, 'write'>, actor: Actor, input: CompanyInput) {
  return write(actor, async (work) => {
    // Prevents two records from concurrent first saves.
    await lockOrder(work.trx, TABLE);
    const draft = await draftInformation(work.trx, input);
    const { uuid, version } = await saveDraft(work, draft);
    return { created: !draft.before, saved: { message: draft.message, uuid, version } };
  });
}

/** Returns the columns of the record; an absent field keeps its stored value. */
export function companyColumns(
  input: Omit<CompanyInput, 'version'>,
  stored?: Row<'company_information'>,
): CompanyInformation {
  return {
    corporate_name: input.corporate_name,
    cnpj: input.cnpj,
    responsible: input.responsible,
    email: input.email,
    number: input.number,
    road: input.road,
    district: input.district,
    city: input.city,
    state: input.state,
    zip_code: input.zip_code,
    complement: valueOrStored(input.complement, stored?.complement),
    reference: valueOrStored(input.reference, stored?.reference),
    localization: valueOrStored(input.localization, stored?.localization),
    facebook: valueOrStored(input.facebook, stored?.facebook),
    instagram: valueOrStored(input.instagram, stored?.instagram),
    twitter: valueOrStored(input.twitter, stored?.twitter),
    tiktok: valueOrStored(input.tiktok, stored?.tiktok),
    pinterest: valueOrStored(input.pinterest, stored?.pinterest),
    youtube: valueOrStored(input.youtube, stored?.youtube),
    linkedin: valueOrStored(input.linkedin, stored?.linkedin),
  };
}

const presented = (row: Row<'company_information'>): CompanyInformation => ({
  corporate_name: row.corporate_name,
  cnpj: row.cnpj,
  responsible: row.responsible,
  email: row.email,
  ...addressOf(row),
  ...socialLinksOf(row),
});
