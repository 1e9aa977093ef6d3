import type { Deps } from '../../platform/deps.ts';
import { HandlerResponse, type Route, route } from '../../platform/http/route.ts';
import { Failure } from '../../shared/failure.ts';
import * as contract from './auth.contract.ts';
import { changePassword } from './passwordChange.service.ts';
import * as photo from './photo.service.ts';
import { getProfile, updateProfile } from './profile.service.ts';
import * as recovery from './recovery.service.ts';
import * as sessions from './session.contract.ts';
import { endOtherSessions, endSession, listSessions } from './session.service.ts';
import { logout, userOfToken } from './sessionToken.service.ts';
import { login } from './signIn.service.ts';

export function authRoutes(deps: Deps): Route[] {
  return [
    route(contract.login, async ({ body, ip, agent, device, origin }) => {
      const from = { ip, agent, device, origin, replaces: body.replaces };
      const { data, pageKey } = await withDataFalse(() => login(deps, body, from));
      return new HandlerResponse(200, { data }, pageKey);
    }),

    route(contract.logout, async ({ body }) => {
      if (body.token) await logout(deps, body.token);
      return new HandlerResponse(200, { data: { message: 'Você saiu. Até logo.' } }, null);
    }),

    route(contract.validateToken, async ({ body }) => {
      const { user, pageKey } = await userOfToken(deps, body.token ?? '');
      return new HandlerResponse(200, { data: { user } }, pageKey);
    }),

    route(contract.forgotPassword, async ({ body, ip }) => {
      await recovery.requestRecovery(deps, body.email, ip);
      return {
        status: 200,
        message: 'Se este e-mail tiver cadastro, um código chega em instantes. Ele vale por 10 minutos.',
      };
    }),

    route(contract.verifyCode, async ({ body, ip }) => {
      const code = await recovery.verifyCode(deps, body.code, ip);
      return { status: 200, message: 'Código conferido. Agora escolha a nova senha.', code };
    }),

    route(contract.resetPassword, async ({ body, ip }) => {
      await recovery.resetPassword(deps, body.code, body.password, ip);
      return { status: 200, message: 'Senha alterada. Entre com a nova senha.' };
    }),

    route(sessions.listSessions, async ({ actor }) => ({ data: await listSessions(deps, actor) })),
    route(sessions.endSession, async ({ actor, params, body, ip, origin }) => ({
      data: await endSession(deps, actor, params.id, body, { ip, origin }),
    })),
    route(sessions.endOtherSessions, async ({ actor, body, ip, origin }) => ({
      data: await endOtherSessions(deps, actor, body, { ip, origin }),
    })),

    route(contract.getProfile, async ({ actor }) => ({ data: await getProfile(deps, actor) })),

    route(contract.updateProfile, async ({ actor, body, ip, origin }) => {
      const user = await updateProfile(deps, actor, body, { ip, origin });
      return { data: { message: 'Perfil atualizado.', user } };
    }),

    route(contract.storePhoto, async ({ actor, files }) => {
      const user = await photo.storePhoto(deps, actor, files.photo[0]);
      return { data: { message: 'Foto guardada.', user } };
    }),

    route(contract.destroyPhoto, async ({ actor }) => {
      const user = await photo.removePhoto(deps, actor);
      return { data: { message: 'Você está sem foto.', user } };
    }),

    route(contract.changePassword, async ({ actor, body, ip, origin }) => {
      await changePassword(deps, actor, body, { ip, origin });
      return { data: { message: 'Senha alterada. As outras sessões foram encerradas.' } };
    }),
  ];
}

/** Adds `data: false` to the response of a refused sign-in, which the existing client expects. */
export async function withDataFalse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw withExtra(error, { data: false });
  }
}

function withExtra(error: unknown, extra: Record<string, unknown>): unknown {
  if (!(error instanceof Failure)) return error;
  const { code, message, fields, retryAfter, cause } = error;
  return new Failure(code, message, {
    extra: { ...error.extra, ...extra },
    cause,
    ...(fields && { fields }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}
