import type { Deps } from '../../platform/deps.ts';
import { HandlerResponse, type Route, route } from '../../platform/http/route.ts';
import { withDataFalse } from '../auth/auth.routes.ts';
import * as contract from './twoFactor.contract.ts';
import * as factors from './twoFactor.service.ts';

export const factorRoutes = (deps: Deps): Route[] => [
  route(contract.getSecondFactor, async ({ actor }) => ({
    data: await factors.getSecondFactor(deps, actor),
  })),
  route(contract.startApp, async ({ actor, body, ip, origin }) => ({
    data: await factors.startApp(deps, actor, body, { ip, origin }),
  })),
  route(contract.confirmApp, async ({ actor, body, ip }) => ({
    data: await factors.confirmApp(deps, actor, body.code, ip),
  })),
  route(contract.switchOffApp, async ({ actor, body, ip, origin }) => ({
    data: await factors.switchOffApp(deps, actor, body, { ip, origin }),
  })),
  route(contract.renewRecoveryCodes, async ({ actor, body, ip, origin }) => ({
    data: await factors.renewRecoveryCodes(deps, actor, body, { ip, origin }),
  })),
  route(contract.confirmChallenge, async ({ actor, origin }) => ({
    data: await factors.createConfirmationChallenge(deps, actor, origin),
  })),
  route(contract.startPasskey, async ({ actor, body, ip, origin }) => ({
    data: await factors.startPasskey(deps, actor, body, { ip, origin }),
  })),
  route(contract.storePasskey, async ({ actor, body, origin }) => ({
    data: await factors.storePasskey(deps, actor, body, origin),
  })),
  route(contract.removePasskey, async ({ actor, params, body, ip, origin }) => ({
    data: await factors.removePasskey(deps, actor, params.uuid, body, { ip, origin }),
  })),
  route(contract.signInChallenge, async ({ ip, origin }) => ({
    data: await factors.createSignInChallenge(deps, { ip, origin }),
  })),
  route(contract.signInByPasskey, async ({ body, ip, agent, device, origin }) => {
    const { data, pageKey } = await withDataFalse(() =>
      factors.signInByPasskey(deps, body.passkey, { ip, agent, device, origin, replaces: body.replaces }),
    );
    return new HandlerResponse(200, { data }, pageKey);
  }),
];
