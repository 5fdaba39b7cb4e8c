import type * as v from "valibot";
import type { PasskeyRecord } from "./passkey.entity.ts";
import { ALGORITHMS, type FinishPasskey, type FinishPasskeySignIn } from "./passkey.schema.ts";

type Made = v.InferOutput<typeof FinishPasskey>["credential"];
type Used = v.InferOutput<typeof FinishPasskeySignIn>["credential"];
type Expected = { id: string; origin: string; challenge: string };

const expectedOf = ({ id, origin, challenge }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
});

// Only who uses a passkey waits for the library.
const library = () => import("@simplewebauthn/server");

/** What is kept of a passkey that was just made (WebAuthn 7.1); undefined when anything about it is not as we asked. */
export async function verifyCreation(
  { response: { clientDataJSON, attestationObject }, ...credential }: Made,
  expected: Expected,
) {
  const { verifyRegistrationResponse } = await library();
  if (!(await isWithoutCertificates(attestationObject))) return undefined;
  const { registrationInfo: info } = await verifyRegistrationResponse({
    ...expectedOf(expected),
    supportedAlgorithmIDs: [...ALGORITHMS],
    response: {
      ...credential,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
  }).catch(refused);
  if (!info) return undefined;
  return {
    credentialId: info.credential.id,
    publicKey: Buffer.from(info.credential.publicKey).toString("base64url"),
    counter: info.credential.counter,
    isSynced: info.credentialBackedUp,
  };
}

/** How often the passkey has signed, itself included (WebAuthn 7.2); undefined when the signature is not as we asked. */
export async function verifyUse(
  { response, ...credential }: Used,
  passkey: Pick<PasskeyRecord, "credentialId" | "publicKey" | "counter">,
  expected: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectedOf(expected),
    response: {
      ...credential,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: passkey.counter,
    },
  }).catch(refused);
  return verified ? authenticationInfo?.newCounter : undefined;
}

// WebAuthn 5.4.7: who asks for no attestation gets none, or one by the passkey itself. Certificates, and addresses of revocation
// lists in them, are not looked at.
async function isWithoutCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  try {
    const object = decodeAttestationObject(
      new Uint8Array(Buffer.from(attestationObject, "base64url")),
    );
    return ["none", "packed"].includes(object.get("fmt")) && !object.get("attStmt").get("x5c");
  } catch {
    return false;
  }
}

// The library throws for whatever is not as it should be.
const refused = () => ({
  verified: false as const,
  registrationInfo: undefined,
  authenticationInfo: undefined,
});
