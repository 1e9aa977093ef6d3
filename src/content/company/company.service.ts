import type { TableOf } from '../../records/server/recordService.ts';
import { singleService } from '../../records/server/singleService.ts';
import { companyRecord } from './company.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    company_information: CompanyTable;
  }
}

export interface CompanyTable extends TableOf<typeof companyRecord> {}

export const companyService = singleService(companyRecord, {
  message: 'O rodapé e a página de contato já mostram a mudança.',
});
