import { z } from 'zod';
import { data, endpoint, json, messageResponse, uuidParams } from '../../shared/endpoint.ts';
import { requiredNewName } from '../../shared/fields.ts';
import {
  confirmationFields,
  replacedToken,
  requiredCode,
  signInResponse,
  typedPassword,
} from '../auth/auth.contract.ts';
import { assertion, attestation, creationOptions, requestOptions } from './passkey.schemas.ts';

/** Number of recovery codes of an account. */
export const RECOVERY_CODE_COUNT = 10;
/** Most passkeys of an account; with more, users could not tell them apart. */
export const MAX_PASSKEYS = 10;

const NEED_CODE = 'Digite os 6 números do aplicativo.';

export const confirmInput = z.object(confirmationFields);
export type ConfirmationInput = z.output<typeof confirmInput>;

/** Schemas of the confirmation form. */
export const passwordForm = z.object({ current_password: typedPassword });
export const passwordAndCodeForm = passwordForm.extend({ otp: requiredCode });

const passkey = z.object({
  uuid: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.output<typeof passkey>;

const secondFactor = z.object({
  /** Time at which the app was switched on; null without an app. */
  app_since: z.string().nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.number(),
  /** Whether the role of the person requires a second factor. */
  required: z.boolean(),
});
export type SecondFactor = z.output<typeof secondFactor>;

/** Response with recovery codes, which only the first factor and a renewal return; otherwise null. */
const withCodes = z.object({ message: z.string(), recovery_codes: z.array(z.string()).nullable() });

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/admin/profile/second-factor',
  summary: 'Mostra a verificação em duas etapas de quem está na sessão',
  needs: 'signed-in',
  // The profile loads it with its other data, also while a generated password must be changed.
  beforeOwnPassword: true,
  beforeFactor: true,
  answers: { 200: data(secondFactor) },
});

export const startApp = endpoint({
  method: 'POST',
  path: '/admin/profile/second-factor/app',
  summary: 'Começa a ligar um aplicativo autenticador; mostra a chave dele',
  needs: 'signed-in',
  beforeFactor: true,
  body: json(confirmInput),
  answers: {
    200: data(
      z.object({
        /** Secret for manual entry, in groups of four characters. */
        key: z.string(),
        /** `otpauth:` URI, which opens an app on the same device. */
        uri: z.string(),
        /** The same URI as a QR code: dark modules as the path of an SVG of `size` by `size`. */
        qr: z.object({ size: z.number(), path: z.string() }),
      }),
    ),
  },
  failures: ['conflict', 'too_many'],
});

export const appCodeInput = z.object({
  code: z.preprocess(
    (value) => (typeof value === 'string' ? value.replace(/[\s\p{Pd}]/gu, '') : value),
    z
      .string(NEED_CODE)
      .min(1, NEED_CODE)
      .max(20, NEED_CODE)
      .regex(/^\d{6}$/, NEED_CODE),
  ),
});

export const confirmApp = endpoint({
  method: 'PUT',
  path: '/admin/profile/second-factor/app',
  summary: 'Liga o aplicativo autenticador com o primeiro código dele; encerra as outras sessões',
  needs: 'signed-in',
  beforeFactor: true,
  body: json(appCodeInput),
  answers: { 200: data(withCodes) },
  failures: ['conflict', 'too_many'],
});

export const switchOffApp = endpoint({
  method: 'POST',
  path: '/admin/profile/second-factor/app/off',
  summary: 'Desliga o aplicativo autenticador; encerra as outras sessões',
  needs: 'signed-in',
  body: json(confirmInput),
  answers: { 200: messageResponse },
  failures: ['conflict', 'too_many'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/admin/profile/second-factor/recovery-codes',
  summary: 'Faz códigos de recuperação novos; os de antes deixam de valer',
  needs: 'signed-in',
  body: json(confirmInput),
  answers: { 200: data(withCodes) },
  failures: ['conflict', 'too_many'],
});

export const confirmChallenge = endpoint({
  method: 'POST',
  path: '/admin/profile/passkeys/challenge',
  summary: 'Pede o desafio com que uma chave de acesso confirma uma mudança, em lugar da senha',
  needs: 'signed-in',
  beforeOwnPassword: true,
  beforeFactor: true,
  answers: { 200: data(requestOptions) },
  failures: ['conflict', 'too_many', 'invalid'],
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/admin/profile/passkeys/new',
  summary: 'Começa a criar uma chave de acesso',
  needs: 'signed-in',
  beforeFactor: true,
  body: json(confirmInput),
  answers: { 200: data(creationOptions) },
  failures: ['conflict', 'too_many'],
});

export const passkeyNameInput = z.object({ name: requiredNewName('um nome para a chave', 60) });

export const storePasskey = endpoint({
  method: 'POST',
  path: '/admin/profile/passkeys/store',
  summary: 'Guarda a chave de acesso que o aparelho criou; encerra as outras sessões',
  needs: 'signed-in',
  beforeFactor: true,
  body: json(passkeyNameInput.extend({ passkey: attestation })),
  answers: { 201: data(withCodes.extend({ uuid: z.string() })) },
  failures: ['conflict'],
});

export const removePasskey = endpoint({
  method: 'POST',
  path: '/admin/profile/passkeys/remove/:uuid',
  summary: 'Tira uma chave de acesso; encerra as outras sessões',
  needs: 'signed-in',
  params: uuidParams,
  body: json(confirmInput),
  answers: { 200: messageResponse },
  failures: ['conflict', 'too_many'],
});

export const signInChallenge = endpoint({
  method: 'POST',
  path: '/auth/passkey/challenge',
  summary: 'Pede o desafio com que se entra por uma chave de acesso',
  answers: { 200: data(requestOptions) },
  failures: ['too_many', 'invalid'],
});

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey/login',
  summary: 'Entra com uma chave de acesso, sem e-mail e senha',
  body: json(z.object({ passkey: assertion, replaces: replacedToken })),
  answers: { 200: signInResponse },
  failures: ['unauthenticated', 'too_many'],
});
