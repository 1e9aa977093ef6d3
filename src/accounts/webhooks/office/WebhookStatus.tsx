import type { Webhook } from '../webhook.contract.ts';

/** Renders whether a webhook is enabled, or was disabled after failures. */
export function WebhookStatus({ webhook }: { webhook: Pick<Webhook, 'enabled' | 'off_reason'> }) {
  const { enabled, off_reason } = webhook;
  return (
    <span className="status" data-look={enabled ? 'on' : off_reason ? 'warn' : 'off'}>
      {enabled ? 'Ligado' : off_reason ? 'Desligado por falhas' : 'Desligado'}
    </span>
  );
}
