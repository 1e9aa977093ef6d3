import { z } from 'zod';

// Messages of WebAuthn between browser and server as JSON, with limits.

const WRONG = 'A chave de acesso respondeu algo que não entendemos. Tente de novo.';

const bytes = (maxLength: number) => z.string(WRONG).max(maxLength, WRONG);
/** Credential id; WebAuthn allows 1023 bytes. */
const credentialId = bytes(1400);

/** Response of a passkey to a challenge. */
export const assertion = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key', WRONG),
    response: z.object(
      {
        clientDataJSON: bytes(2000),
        authenticatorData: bytes(2000),
        signature: bytes(1500),
        userHandle: bytes(100).optional(),
      },
      WRONG,
    ),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
    clientExtensionResults: z.object({}).default({}),
  },
  WRONG,
);
export type Assertion = z.output<typeof assertion>;

const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** Response of a new passkey to a registration. */
export const attestation = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key', WRONG),
    response: z.object(
      {
        clientDataJSON: bytes(2000),
        attestationObject: bytes(40_000),
        transports: z.array(transport).max(10, WRONG).optional().catch(undefined),
      },
      WRONG,
    ),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
    clientExtensionResults: z.object({}).default({}),
  },
  WRONG,
);
export type Attestation = z.output<typeof attestation>;

const credentialDescriptor = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
});

/** Options of `navigator.credentials.get`. */
export const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(credentialDescriptor).optional(),
  userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
});

export type PasskeyRequestOptions = z.output<typeof requestOptions>;

/** Options of `navigator.credentials.create`. */
export const creationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string().optional() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  attestation: z.enum(['none']).optional(),
  excludeCredentials: z.array(credentialDescriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
    })
    .optional(),
});
export type PasskeyCreationOptions = z.output<typeof creationOptions>;
