import { z } from 'zod';
import { data, done, endpoint, json, multipart } from '../../contract/endpoint.ts';
import { requiredEmail, requiredName, seenVersion } from '../../contract/fields.ts';
import { texts } from '../../contract/texts.ts';
import { type Factors, hasAny, wordsFor } from '../factors/factor.words.ts';
import { assertion } from '../factors/passkey.schemas.ts';

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;

/** The signed-in person as the wire has it. */
export const user = z.object({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  /** What people call the role, and what it lets them do; each call is checked all the same. */
  role_name: z.string().optional(),
  permissions: z.array(z.string()).optional(),
  /** The branches that they are kept to; null for all. */
  branches: z.array(z.string()).nullable().optional(),
  /** A small square, as the address `data:…` of itself; null where there is none. */
  photo: z.string().nullable().optional(),
  /** The password was printed for them: they may nothing before it is one of their own. */
  must_change_password: z.boolean().optional(),
  /** Their role asks for a second factor, and they have none: they may do nothing but set one up. */
  lacks_second_factor: z.literal(true).optional(),
});
export type User = z.output<typeof user>;

/** A password as typed: spaces belong to it, so nothing is trimmed. */
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

/** A code of the authenticator app or a recovery code, where the account asks for one. */
const typedCode = z.string('Confira o código.').max(60, 'Confira o código.').optional();

/** The same where it has to be there. */
export const neededCode = z
  .string('Digite o código.')
  .trim()
  .min(1, 'Digite o código.')
  .max(60, 'Confira o código.');

/** What the sign-in form takes. */
export const signInFields = z.object({
  email: requiredEmail(),
  password: typedPassword,
  otp: typedCode,
});

/** The same in its second step. */
export const signInWithCode = signInFields.extend({ otp: neededCode });

/** Whatever is no token is a dead one, never an error. */
const token = z.string().max(500).nullish().catch(null);

/** The token that the browser holds, where somebody is signed in with it: its session ends with the sign-in. */
export const replaces = token;

/** A passkey may come in place of the code; what asks it comes with the refusal. */
export const loginInput = signInFields.extend({ passkey: assertion.optional(), replaces });

export const signedIn = data(
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
  answers: { 200: signedIn },
  failures: ['unauthenticated', 'forbidden', 'too_many'],
});

const tokenInput = z.object({ token });

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Encerra a sessão',
  keepsNothing: true,
  body: json(tokenInput),
  answers: { 200: done },
});

export const validateToken = endpoint({
  method: 'POST',
  path: '/auth/validate-token',
  summary: 'Diz de quem é um token',
  keepsNothing: true,
  body: json(tokenInput),
  answers: { 200: data(z.object({ user: user.nullable() })) },
});

/** The recovery answers carry `status` in the body, because the existing client reads it there. */
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
 * Before a change of what protects the account: the password once more, with a code where the account has a second
 * factor; or a passkey in place of both.
 */
export const confirmation = {
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
  /** Where the e-mail changes. */
  ...confirmation,
  version: seenVersion,
});

/** How addresses are compared. Accents count: `josé@` and `jose@` can be two people. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

export const needPassword = 'Para trocar o e-mail, informe a senha atual.';

/** Whether what an account has beside its password is shown, as far as a form can tell. */
const hasProof = (factors: Factors, { otp, passkey }: { otp?: string | undefined; passkey?: unknown }) =>
  !hasAny(factors) || Boolean(otp?.trim() || passkey);

/** What the person with this address, and these factors, may send. */
export const profileInputOf = (present: string, factors: Factors) => {
  const stays = (email: string) => emailKey(email) === emailKey(present);
  return profileInput
    .refine(({ email, current_password, passkey }) => stays(email) || Boolean(current_password || passkey), {
      path: ['current_password'],
      error: needPassword,
    })
    .refine((input) => stays(input.email) || hasProof(factors, input), {
      path: ['otp'],
      error: wordsFor(factors),
    });
};

export const profile = user.extend({
  version: z.number(),
  /** What the account has beside the password: a code is asked for then, or a passkey. */
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
    /** Where the account has a second factor, one of both. */
    otp: confirmation.otp,
    passkey: confirmation.passkey,
  })
  .refine(samePasswords, { path: ['password_confirmation'], error: texts.samePasswords });

/** What a person with these factors may send. */
export const passwordInputOf = (factors: Factors) =>
  passwordInput.refine((input) => hasProof(factors, input), { path: ['otp'], error: wordsFor(factors) });

/** Ends every other session of the person. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/admin/profile/password',
  summary: 'Troca a senha; onde há segundo fator, com um código ou uma chave de acesso além da atual',
  needs: 'signed-in',
  beforeOwnPassword: true,
  body: json(passwordInput),
  answers: { 200: done },
  failures: ['too_many'],
});
