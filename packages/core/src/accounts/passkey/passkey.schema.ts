import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { oneLine } from "../../one-line.schema.ts";
import { pageOf } from "../../page.schema.ts";

export const MOST_PASSKEYS = 10;
/** COSE numbers (RFC 9053): EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257] as const;

/** How a browser may reach what holds a passkey (WebAuthn 5.8.4). */
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
export type Transport = (typeof TRANSPORTS)[number];
export const isTransport = (text: string): text is Transport =>
  (TRANSPORTS as readonly string[]).includes(text);

const Name = v.pipe(
  v.string(issueText("passkeyName")),
  oneLine,
  v.nonEmpty(issueText("passkeyName")),
  v.maxLength(60, boundText("nameTooLong")),
);

const Base64Url = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(20_000));
/** WebAuthn 5.1: at most 1023 bytes. */
const CredentialId = v.pipe(v.string(), v.regex(/^[\w-]{16,1364}$/));

export const BeginPasskey = v.object({
  /** Asked for when the session is older than ten minutes. */
  password: v.optional(v.pipe(v.string(), v.maxLength(1000))),
});

/** What `navigator.credentials.create` gave, as JSON. */
export const FinishPasskey = v.object({
  name: Name,
  credential: v.object({
    id: CredentialId,
    rawId: CredentialId,
    type: v.literal("public-key"),
    response: v.object({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(30))), v.maxLength(10))),
    }),
  }),
});

/** What `navigator.credentials.get` gave, as JSON. */
export const FinishPasskeySignIn = v.object({
  credential: v.object({
    id: CredentialId,
    rawId: CredentialId,
    type: v.literal("public-key"),
    response: v.object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: v.optional(v.nullable(Base64Url)),
    }),
  }),
});

const CredentialDescriptor = v.object({
  id: v.string(),
  type: v.literal("public-key"),
  transports: v.array(v.picklist(TRANSPORTS)),
});

/** PublicKeyCredentialCreationOptionsJSON: bytes are base64url. */
export const CreationOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: v.literal("public-key"), alg: v.number() })),
  /** Milliseconds. */
  timeout: v.number(),
  excludeCredentials: v.array(CredentialDescriptor),
  authenticatorSelection: v.object({
    residentKey: v.literal("required"),
    requireResidentKey: v.literal(true),
    userVerification: v.literal("required"),
  }),
  attestation: v.literal("none"),
});

/** PublicKeyCredentialRequestOptionsJSON, for whichever passkey the person chooses. */
export const RequestOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal("required"),
});

const PasskeyId = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
export const PasskeyKey = v.object({ passkey_id: PasskeyId });
export const RenamePasskey = v.object({ passkey_id: PasskeyId, name: Name });

export const Passkey = v.object({
  id: v.string(),
  name: v.string(),
  /** Kept by a service that brings it to the person's other devices. */
  is_synced: v.boolean(),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
});
export type Passkey = v.InferOutput<typeof Passkey>;
export const PasskeyPage = pageOf(Passkey);
