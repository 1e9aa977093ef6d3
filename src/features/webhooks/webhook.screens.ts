import { officeScreens } from '../../contract/resource.ts';

export const webhookScreens = {
  ...officeScreens({
    address: 'webhooks',
    alert: 'o webhook',
    screens: {
      list: 'webhooks/WebhookList',
      create: 'webhooks/WebhookForm',
      show: 'webhooks/WebhookPage',
      edit: 'webhooks/WebhookForm',
    },
    menu: { group: 'Equipe', label: 'Webhooks', icon: 'Webhook' },
  }),
  area: 'webhooks',
} as const;
