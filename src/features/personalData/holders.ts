import { applicationHolder } from '../applications/application.holder.ts';
import { textHolder } from '../history/text.holder.ts';
import { accountHolder } from '../users/person.holder.ts';
import type { Holder } from './holder.ts';
import { mailHolder } from './mail.holder.ts';
import type { HolderKey } from './personalData.contract.ts';

/**
 * All personal-data sources, in the order in which they are shown and erased. Applications come before mails, because
 * erasing an application also erases the mails about it.
 */
export const holders: { readonly [K in HolderKey]: Holder<K> } = {
  applications: applicationHolder,
  accounts: accountHolder,
  texts: textHolder,
  mails: mailHolder,
};

export const allHolders = Object.values(holders) as readonly Holder[];
