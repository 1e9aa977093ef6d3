import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { CompanyInformation } from './company.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    company_information: CompanyTable;
  }
}

export interface CompanyTable extends RecordColumns, CompanyInformation {}

const columns = [
  'corporate_name',
  'cnpj',
  'responsible',
  'email',
  'number',
  'road',
  'district',
  'city',
  'state',
  'zip_code',
  'complement',
  'reference',
  'localization',
  'facebook',
  'instagram',
  'twitter',
  'tiktok',
  'pinterest',
  'youtube',
  'linkedin',
] as const satisfies (keyof CompanyInformation)[];

/** The single record; null when it was never saved. */
export async function companyInformation(db: DbOrTransaction): Promise<CompanyInformation | null> {
  const row = await db
    .selectFrom('company_information')
    .select(columns)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return row ?? null;
}
