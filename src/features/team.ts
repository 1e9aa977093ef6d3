import type { Office } from '../contract/resource.ts';
import { webhookScreens } from './webhooks/webhook.screens.ts';

/**
 * Screens of what is no content: people, and what works in their name. None of it has a history, is published or goes to
 * the bin; each is an `officeScreens` with its area.
 */
export const team = [webhookScreens] as const satisfies readonly (Office & { area: string })[];
