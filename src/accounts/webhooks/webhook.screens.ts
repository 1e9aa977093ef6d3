import { officeScreens } from '../../shared/resource.ts';

export const webhookScreens = {
  ...officeScreens({
    address: 'webhooks',
    alert: 'o webhook',
    screens: {
      list: 'accounts/webhooks/office/WebhookList',
      create: 'accounts/webhooks/office/WebhookForm',
      show: 'accounts/webhooks/office/WebhookPage',
      edit: 'accounts/webhooks/office/WebhookForm',
    },
    menu: { group: 'Equipe', label: 'Webhooks', icon: 'Webhook' },
  }),
  area: 'webhooks',
} as const;
