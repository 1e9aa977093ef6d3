import { Failure } from '../../../shared/failure.ts';
import type {
  Assertion,
  Attestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../passkey.schemas.ts';

/** Returns whether passkeys can work: they need a secure context and a host name instead of an IP address. */
export const canUsePasskeys = () =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname);

const NOT_HERE = 'Este navegador não usa chaves de acesso neste endereço. Use outra forma.';

/** Loads the library on demand, because few visits need it. */
async function webauthn() {
  if (!canUsePasskeys()) throw new Failure('invalid', NOT_HERE);
  return import('@simplewebauthn/browser');
}

/** Asks the browser to sign a challenge with a passkey of the user. */
export async function requestAssertion(options: PasskeyRequestOptions): Promise<Assertion> {
  const { startAuthentication } = await webauthn();
  return withFailures(async () => (await startAuthentication({ optionsJSON: options })) as Assertion);
}

/** Asks the browser to create a passkey on a device of the user. */
export async function registerPasskey(options: PasskeyCreationOptions): Promise<Attestation> {
  const { startRegistration } = await webauthn();
  return withFailures(async () => (await startRegistration({ optionsJSON: options })) as Attestation);
}

async function withFailures<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    const { name } = error as Error;
    if (name === 'InvalidStateError')
      throw new Failure('conflict', 'Este aparelho já tem uma chave de acesso desta conta.');
    // Browsers report a cancelled dialog and a device without response by the same error.
    throw new Failure('invalid', 'A chave de acesso não foi usada. Tente de novo, ou use outra forma.', {
      cause: error,
    });
  }
}
