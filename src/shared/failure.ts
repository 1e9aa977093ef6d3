import { z } from 'zod';
import { instability, requestCodeText } from './text/texts.ts';

/** Failures of calls with HTTP status and default text for people. The only table from code to status. */
export const failures = {
  malformed: { status: 400, text: 'Não entendemos o que foi enviado. Recarregue a página e tente de novo.' },
  unauthenticated: { status: 401, text: 'Sua sessão terminou. Entre de novo para continuar.' },
  forbidden: { status: 403, text: 'Você não tem permissão para fazer isso.' },
  not_found: { status: 404, text: 'Não encontramos o que você procura.' },
  method_not_allowed: {
    status: 405,
    text: 'Este endereço não aceita esse tipo de pedido. Volte e tente de outro jeito.',
  },
  too_slow: { status: 408, text: 'O envio demorou demais. Confira a internet e tente de novo.' },
  conflict: { status: 409, text: 'Este registro mudou enquanto você editava. Recarregue e tente de novo.' },
  too_large: { status: 413, text: 'O envio é maior do que o permitido. Envie menos de cada vez.' },
  unsupported_type: { status: 415, text: 'Este formato de envio não é aceito.' },
  invalid: { status: 422, text: 'Confira os campos marcados.' },
  too_many: { status: 429, text: 'Foram muitas tentativas. Espere um pouco e tente de novo.' },
  headers_too_large: {
    status: 431,
    text: 'O endereço ou os cookies são maiores do que o permitido. Apague os cookies deste site e tente de novo.',
  },
  internal: { status: 500, text: 'Algo deu errado do nosso lado. Tente de novo em instantes.' },
  unavailable: { status: 503, text: instability },
} as const;

export type FailureCode = keyof typeof failures;

/** Messages by field, as a form shows them. */
export type FieldErrors = Record<string, string[]>;

/** The only error that this product throws on purpose. Any other is a bug or an outage. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly fields: FieldErrors | undefined;
  /** Added to the envelope's top level, such as `data: false` of a refused sign-in. */
  readonly extra: Record<string, unknown> | undefined;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** Id of the request in the server's log. Present for server errors only. */
  readonly request: string | undefined;

  /** Compares by name, because the built pages have their own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): value is Failure {
    return value instanceof Error && value.name === 'Failure';
  }

  constructor(
    code: FailureCode,
    text?: string,
    options: {
      fields?: FieldErrors;
      extra?: Record<string, unknown>;
      retryAfter?: number;
      request?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(text ?? failures[code].text, { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.fields = options.fields;
    this.extra = options.extra;
    this.retryAfter = options.retryAfter;
    this.request = options.request;
  }

  get status(): number {
    return failures[this.code].status;
  }
}

/** Returns the text that a person reads. */
export const failureText = ({ message, request }: Failure): string =>
  request ? `${message} ${requestCodeText(request)}` : message;

/** Returns a 422 about one field. */
export function invalidField(field: string, text: string): Failure {
  return new Failure('invalid', text, { fields: { [field]: [text] } });
}

/** Body of a failed response. */
export const failureEnvelope = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  status: z.number(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** For a server error: the code that support asks for. */
  request: z.string().optional(),
});

/**
 * Body of a failed response of an auth endpoint. `code` is missing, because `verification-code` returns a
 * field of this name on success.
 */
export const authFailureEnvelope = failureEnvelope.pick({
  error: true,
  message: true,
  status: true,
  errors: true,
  request: true,
});

/** Returns whether `path`, without the API's prefix, is an auth endpoint. */
export const isAuthPath = (path: string): boolean => path.startsWith('/auth/');

/** Returns Zod's issues as messages by field. A nested issue belongs to its outermost field. */
export function fieldErrors(error: {
  issues: readonly { path: PropertyKey[]; message: string }[];
}): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    fields[field] ??= [];
    if (!fields[field].includes(issue.message)) fields[field].push(issue.message);
  }
  return fields;
}

/** The question to a person before something unlikely is done; the same call without its field does it. */
export function questionFailure(text: string): Failure {
  const question = `${text} Está certo?`;
  return new Failure('conflict', question, { extra: { question } });
}
