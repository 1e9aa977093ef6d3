import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { getSession, signIn } from '../../../records/office/session.ts';
import type { User } from '../../auth/auth.contract.ts';
import { signInChallenge, signInByPasskey as signInEndpoint } from '../twoFactor.contract.ts';
import { requestAssertion } from './passkey.browser.ts';

/** Signs in the user of the passkey, without e-mail and password. */
export async function signInByPasskey(): Promise<User> {
  const { data: options } = await callEndpoint(signInChallenge);
  const passkey = await requestAssertion(options);
  const { data } = await callEndpoint(signInEndpoint, { body: { passkey, replaces: getSession().token } });
  signIn(data.user, data.token.access_token, data.token.expires_at);
  return data.user;
}
