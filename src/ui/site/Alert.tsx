import type { Ref } from 'react';
import { Icon } from '../Icon.tsx';

export interface AlertContent {
  tone: 'success' | 'warning' | 'error' | 'neutral';
  title: string;
  text: string;
}

const ICONS = {
  success: 'circle-check',
  warning: 'triangle-alert',
  error: 'circle-alert',
  neutral: 'info',
} as const;

/** Shows a message to the visitor; `autoClose` closes it after a while. */
export function Alert({ tone, title, text, ref }: AlertContent & { ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className={`alert alert-${tone} timed`} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={ICONS[tone]} />
      <p>
        <strong>{title}</strong>
        {text}
      </p>
      <button type="button" aria-label={`Fechar aviso: ${title}`}>
        <Icon name="x" />
      </button>
    </div>
  );
}
