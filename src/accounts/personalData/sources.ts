import { accountSource } from '../users/person.source.ts';
import { applicationSource } from './application.source.ts';
import { mailSource } from './mail.source.ts';
import type { PersonalDataSourceKey } from './personalData.contract.ts';
import type { PersonalDataSource } from './source.ts';
import { textSource } from './versionText.source.ts';

/**
 * All personal-data sources, in the order in which they are shown and erased. Applications come before mails, because
 * erasing an application also erases the mails about it.
 */
export const personalDataSources: { readonly [K in PersonalDataSourceKey]: PersonalDataSource<K> } = {
  applications: applicationSource,
  accounts: accountSource,
  texts: textSource,
  mails: mailSource,
};

export const allPersonalDataSources = Object.values(personalDataSources) as readonly PersonalDataSource[];
