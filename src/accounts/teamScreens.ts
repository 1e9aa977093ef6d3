import { registerScreens, type StaffScreen } from '../records/define/resources.ts';
import { personalDataScreen } from './personalData/personalData.screens.ts';
import { tokens } from './tokens/token.screens.ts';
import { people, roles } from './users/users.office.ts';
import { webhookScreens } from './webhooks/webhook.screens.ts';

/**
 * Screens of the team: users, roles, personal data, tokens and webhooks. They are no content: none of it has
 * a history, is published or goes to the trash. Each is an `officeScreens` with its area.
 */
export const teamScreens = [
  people,
  roles,
  personalDataScreen,
  tokens,
  webhookScreens,
] as const satisfies readonly StaffScreen[];

registerScreens(teamScreens);
