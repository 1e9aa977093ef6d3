import { applicationHolder } from '../applications/application.holder.ts';
import { textHolder } from '../history/text.holder.ts';
import { accountHolder } from '../users/person.holder.ts';
import type { Holder } from './holder.ts';
import { mailHolder } from './mail.holder.ts';
import type { HolderKey } from './personalData.contract.ts';

/**
 * Everything that keeps something of people by an address, in the order in which it is shown and erased: applications
 * take the mails about them along.
 */
export const holders: { readonly [K in HolderKey]: Holder<K> } = {
  applications: applicationHolder,
  accounts: accountHolder,
  texts: textHolder,
  mails: mailHolder,
};

export const allHolders = Object.values(holders) as readonly Holder[];
