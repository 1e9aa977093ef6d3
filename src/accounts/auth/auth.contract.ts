import { z } from 'zod';
import { data, endpoint, json, messageResponse, multipart } from '../../shared/endpoint.ts';
import { expectedVersion, requiredEmail, requiredName } from '../../shared/fields.ts';
import { texts } from '../../shared/text/texts.ts';
import { assertion } from '../twoFactor/passkey.schemas.ts';
import { hasAnyFactor, secondFactorPrompt, type TwoFactorState } from '../twoFactor/twoFactor.words.ts';

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;

/** The signed-in user as sent to clients. */
export const user = z.object({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  /** Display name and permissions of the role, for the UI; every endpoint checks permissions itself. */
  role_name: z.string().optional(),
  permissions: z.array(z.string()).optional(),
  /** UUIDs of the branches that the user is restricted to; null for all. */
  branches: z.array(z.string()).nullable().optional(),
  /** Small square picture as a `data:` URL; null if there is none. */
  photo: z.string().nullable().optional(),
  /** The password was generated: every other endpoint is refused until the user changes it. */
  must_change_password: z.boolean().optional(),
  /** The role requires a second factor and the user has none: only setting one up is allowed. */
  lacks_second_factor: z.literal(true).optional(),
});
export type User = z.output<typeof user>;

/** A typed password. Not trimmed, because spaces are part of it. */
export const typedPassword = z
  .string({ error: 'Informe a senha.' })
  .min(1, 'Informe a senha.')
  .max(PASSWORD_MAX, 'Senha longa demais.');

export const newPassword = z
  .string({ error: 'Informe a nova senha.' })
  .min(PASSWORD_MIN, `A senha precisa de pelo menos ${PASSWORD_MIN} caracteres.`)
  .max(PASSWORD_MAX, `Use no máximo ${PASSWORD_MAX} caracteres.`);

const repeatedPassword = z
  .string({ error: 'Repita a nova senha.' })
  .min(1, 'Repita a nova senha.')
  .max(PASSWORD_MAX, texts.samePasswords);

/** Code of the authenticator app or recovery code, for accounts with a second factor. */
const typedCode = z.string('Confira o código.').max(60, 'Confira o código.').optional();

/** Same as `typedCode`, but required. */
export const requiredCode = z
  .string('Digite o código.')
  .trim()
  .min(1, 'Digite o código.')
  .max(60, 'Confira o código.');

/** Fields of the sign-in form. */
export const signInFields = z.object({
  email: requiredEmail(),
  password: typedPassword,
  otp: typedCode,
});

/** Fields of the second step of the sign-in form. */
export const signInWithCode = signInFields.extend({ otp: requiredCode });

/** Any malformed value counts as an invalid token, not as a validation error. */
const token = z.string().max(500).nullish().catch(null);

/** Token of the browser's current session, which the sign-in ends. */
export const replacedToken = token;

/** Sign-in request. A passkey may replace the code; its challenge is in the refusal of the first attempt. */
export const loginInput = signInFields.extend({ passkey: assertion.optional(), replaces: replacedToken });

export const signInResponse = data(
  z.object({
    user,
    token: z.object({ access_token: z.string(), expires_at: z.string() }),
    message: z.string(),
  }),
);

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary: 'Entra com e-mail e senha',
  body: json(loginInput),
  answers: { 200: signInResponse },
  failures: ['unauthenticated', 'forbidden', 'too_many'],
});

const tokenInput = z.object({ token });

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Encerra a sessão',
  keepsNothing: true,
  body: json(tokenInput),
  answers: { 200: messageResponse },
});

export const validateToken = endpoint({
  method: 'POST',
  path: '/auth/validate-token',
  summary: 'Diz de quem é um token',
  keepsNothing: true,
  body: json(tokenInput),
  answers: { 200: data(z.object({ user: user.nullable() })) },
});

/** Recovery responses repeat `status` in the body, because the existing client reads it there. */
const recoveryAnswer = z.object({ status: z.number(), message: z.string() });

export const forgotInput = z.object({ email: requiredEmail() });

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-it',
  summary: 'Pede um código de recuperação por e-mail',
  body: json(forgotInput),
  answers: { 200: recoveryAnswer },
  failures: ['too_many'],
});

export const codeInput = z.object({
  code: z.preprocess(
    (value) => (typeof value === 'string' ? value.trim() : value),
    z.string({ error: texts.needCode }).min(1, texts.needCode).max(100, 'Confira o código de verificação.'),
  ),
});

export const verifyCode = endpoint({
  method: 'POST',
  path: '/auth/verification-code',
  summary: 'Troca o código do e-mail por um código de nova senha',
  body: json(codeInput),
  answers: { 200: recoveryAnswer.extend({ code: z.string() }) },
  failures: ['too_many'],
});

const samePasswords = <T extends { password: string; password_confirmation: string }>(input: T) =>
  input.password === input.password_confirmation;

export const resetInput = z
  .object({
    code: z.string('Peça um novo código.').min(1, 'Peça um novo código.').max(200, 'Peça um novo código.'),
    password: newPassword,
    password_confirmation: repeatedPassword,
  })
  .refine(samePasswords, { path: ['password_confirmation'], error: texts.samePasswords });

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Define a nova senha',
  body: json(resetInput),
  answers: { 200: recoveryAnswer },
  failures: ['too_many'],
});

// The profile: an addition to the existing contract, used by /admin/users/profile.

/**
 * Fields that confirm the account owner before a security change: the password, with a code if the account
 * has a second factor; or a passkey instead of both.
 */
export const confirmationFields = {
  current_password: z
    .string({ error: 'Informe a senha atual.' })
    .max(PASSWORD_MAX, 'A senha atual não confere.')
    .optional(),
  otp: typedCode,
  passkey: assertion.optional(),
};

export const profileInput = z.object({
  name: requiredName('o seu nome', 120),
  email: requiredEmail(),
  /** Required if the e-mail changes. */
  ...confirmationFields,
  version: expectedVersion,
});

/** Returns the key by which addresses are compared. Accents count: `josé@` and `jose@` can be two people. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

export const NEED_PASSWORD = 'Para trocar o e-mail, informe a senha atual.';

/** Returns whether the required second factor is given, as far as a form can tell. */
const hasSecondFactor = (
  factors: TwoFactorState,
  { otp, passkey }: { otp?: string | undefined; passkey?: unknown },
) => !hasAnyFactor(factors) || Boolean(otp?.trim() || passkey);

/** Returns the schema of the profile form for a user with address `present` and these factors. */
export const profileInputOf = (present: string, factors: TwoFactorState) => {
  const stays = (email: string) => emailKey(email) === emailKey(present);
  return profileInput
    .refine(({ email, current_password, passkey }) => stays(email) || Boolean(current_password || passkey), {
      path: ['current_password'],
      error: NEED_PASSWORD,
    })
    .refine((input) => stays(input.email) || hasSecondFactor(factors, input), {
      path: ['otp'],
      error: secondFactorPrompt(factors),
    });
};

export const profile = user.extend({
  version: z.number(),
  /** Second factors of the account, which decide whether a form asks for a code or a passkey. */
  has_app: z.boolean(),
  has_passkeys: z.boolean(),
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/admin/profile',
  summary: 'Mostra o perfil de quem está na sessão',
  needs: 'signed-in',
  beforeOwnPassword: true,
  beforeFactor: true,
  answers: { 200: data(profile) },
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/admin/profile/update',
  summary:
    'Altera nome e e-mail do perfil; um e-mail novo pede a senha atual, com um código onde há segundo fator, ou uma chave de acesso',
  needs: 'signed-in',
  body: json(profileInput),
  answers: { 200: data(z.object({ message: z.string(), user })) },
});

const photoKept = data(z.object({ message: z.string(), user }));

export const storePhoto = endpoint({
  method: 'POST',
  path: '/admin/profile/photo',
  summary: 'Guarda a foto de quem está na sessão; só a equipe a vê',
  needs: 'signed-in',
  body: multipart(z.object({}), { photo: { kind: 'image', required: true, multiple: false } }),
  answers: { 200: photoKept },
});

export const destroyPhoto = endpoint({
  method: 'DELETE',
  path: '/admin/profile/photo',
  summary: 'Tira a foto de quem está na sessão',
  needs: 'signed-in',
  answers: { 200: photoKept },
});

export const passwordInput = z
  .object({
    current_password: typedPassword,
    password: newPassword,
    password_confirmation: repeatedPassword,
    /** One of both is required if the account has a second factor. */
    otp: confirmationFields.otp,
    passkey: confirmationFields.passkey,
  })
  .refine(samePasswords, { path: ['password_confirmation'], error: texts.samePasswords });

/** Returns the schema of the password form for a user with these factors. */
export const passwordInputOf = (factors: TwoFactorState) =>
  passwordInput.refine((input) => hasSecondFactor(factors, input), {
    path: ['otp'],
    error: secondFactorPrompt(factors),
  });

/** Changes the password. Ends every other session of the user. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/admin/profile/password',
  summary: 'Troca a senha; onde há segundo fator, com um código ou uma chave de acesso além da atual',
  needs: 'signed-in',
  beforeOwnPassword: true,
  body: json(passwordInput),
  answers: { 200: messageResponse },
  failures: ['too_many'],
});
