import type { Webhook } from './webhook.contract.ts';

/** Whether it tells anything, and whether somebody has to look why it does not. */
export function WebhookStatus({ webhook }: { webhook: Pick<Webhook, 'enabled' | 'off_reason'> }) {
  const { enabled, off_reason } = webhook;
  return (
    <span className="status" data-look={enabled ? 'on' : off_reason ? 'warn' : 'off'}>
      {enabled ? 'Ligado' : off_reason ? 'Desligado por falhas' : 'Desligado'}
    </span>
  );
}
