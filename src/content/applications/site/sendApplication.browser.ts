import type { FieldErrors } from '../../../shared/failure.ts';
import { instability, noConnection, requestCodeText } from '../../../shared/text/texts.ts';

export type SendResult =
  | { sent: true; message: string }
  | { sent: false; message: string; errors: FieldErrors };

/**
 * Sends the form without the heavier API client of the back office. Never rejects: every failure resolves to a message.
 * After an abort the promise never settles.
 */
export function sendApplication(
  url: string,
  body: FormData,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<SendResult> {
  return new Promise((resolve) => {
    // Only XMLHttpRequest reports the progress of an upload.
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(parseResponse(request.status, request.responseText));
    request.onerror = () => resolve({ sent: false, message: noConnection, errors: {} });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

interface Envelope {
  data?: { message?: string };
  error?: string;
  errors?: FieldErrors;
  request?: string;
}

/** Parses a response. A proxy may have sent it, so it need not be JSON. */
export function parseResponse(status: number, text: string): SendResult {
  const { data, error, errors, request } = envelopeOf(text);
  if (status >= 200 && status < 300 && data?.message) return { sent: true, message: data.message };
  const message = error ?? instability;
  return {
    sent: false,
    message: request ? `${message} ${requestCodeText(request)}` : message,
    errors: errors ?? {},
  };
}

function envelopeOf(text: string): Envelope {
  try {
    return (JSON.parse(text) as Envelope | null) ?? {};
  } catch {
    return {};
  }
}
