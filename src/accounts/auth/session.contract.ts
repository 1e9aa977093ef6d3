import { z } from 'zod';
import { endpoint, json, messageResponse } from '../../shared/endpoint.ts';
import { recordNumber } from '../../shared/fields.ts';
import { listResponse } from '../../shared/list.ts';
import { confirmInput } from '../twoFactor/twoFactor.contract.ts';

export const session = z.object({
  id: z.number(),
  /** Display name of the browser: «Chrome no Windows». */
  browser: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string(),
  /** Absolute expiry, even if the session is in use. */
  expires_at: z.string(),
  /** Time since when the session is known to be used from two places at once; null otherwise. */
  shared_at: z.string().nullable(),
});
export type SessionEntry = z.output<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/admin/profile/sessions',
  summary: 'Lista as sessões abertas da pessoa',
  needs: 'signed-in',
  beforeOwnPassword: true,
  answers: { 200: listResponse(session) },
});

export const endSession = endpoint({
  method: 'POST',
  path: '/admin/profile/sessions/end/:id',
  summary: 'Encerra uma sessão da pessoa, com a senha ou uma chave de acesso',
  needs: 'signed-in',
  params: z.object({ id: recordNumber }),
  body: json(confirmInput),
  answers: { 200: messageResponse },
  failures: ['too_many'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/admin/profile/sessions/end-others',
  summary: 'Encerra todas as outras sessões da pessoa, com a senha ou uma chave de acesso',
  needs: 'signed-in',
  body: json(confirmInput),
  answers: { 200: messageResponse },
  failures: ['too_many'],
});
