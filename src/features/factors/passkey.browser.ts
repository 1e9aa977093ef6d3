import { Failure } from '../../contract/failure.ts';
import type { Assertion, Attestation, CreationOptions, RequestOptions } from './passkey.schemas.ts';

/** Passkeys belong to a host with a name, and browsers offer them on safe connections alone. */
export const canUsePasskeys = () =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname);

const NOT_HERE = 'Este navegador não usa chaves de acesso neste endereço. Use outra forma.';

/** Code that hardly any visit needs. */
async function webauthn() {
  if (!canUsePasskeys()) throw new Failure('invalid', NOT_HERE);
  return import('@simplewebauthn/browser');
}

/** Has the person answer by a passkey of theirs. */
export async function askPasskey(options: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await webauthn();
  return inWords(async () => (await startAuthentication({ optionsJSON: options })) as Assertion);
}

/** Has the person's device make a passkey. */
export async function makePasskey(options: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await webauthn();
  return inWords(async () => (await startRegistration({ optionsJSON: options })) as Attestation);
}

async function inWords<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    const { name } = error as Error;
    if (name === 'InvalidStateError')
      throw new Failure('conflict', 'Este aparelho já tem uma chave de acesso desta conta.');
    // Browsers do not tell a person who changed their mind from a device that did not answer.
    throw new Failure('invalid', 'A chave de acesso não foi usada. Tente de novo, ou use outra forma.', {
      cause: error,
    });
  }
}
