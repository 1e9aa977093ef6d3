import type { Office } from '../contract/resource.ts';
import { personalDataScreen } from './personalData/personalData.screens.ts';
import { tokens } from './tokens/token.screens.ts';
import { people, roles } from './users/users.office.ts';
import { webhookScreens } from './webhooks/webhook.screens.ts';

/**
 * Screens of what is no content: people, and what works in their name. None of it has a history, is published or goes to
 * the bin; each is an `officeScreens` with its area.
 */
export const team = [
  people,
  roles,
  personalDataScreen,
  tokens,
  webhookScreens,
] as const satisfies readonly (Office & {
  area: string;
})[];
