import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

// WebAuthn 6.1: bits of the flags.
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;
type Made = {
  id: string;
  publicKey: KeyObject;
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
};

/** What a browser and a device do otherwise than a well-behaved pair would. */
export type Twist = {
  origin?: string;
  rpId?: string;
  type?: string;
  /** The person showed no finger, face or PIN. */
  isUnverified?: boolean;
  /** The device does not count its signatures, or tells this count. */
  counter?: number;
  userHandle?: string;
  /** Offers this passkey as a new one. */
  copyOf?: Made | undefined;
};

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString("base64url");

/**
 * A browser at `origin` with a device that keeps passkeys: real key pairs (ES256), real attestation objects and assertions by
 * WebAuthn Level 3, sections 6 and 7.
 */
export function createAuthenticator(origin: string) {
  const passkeys: Made[] = [];

  function authenticatorData(rpId: string, twist: Twist, counter: number, credential?: Uint8Array) {
    const flags = PRESENT | (twist.isUnverified ? 0 : VERIFIED) | (credential ? HAS_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      sha256(twist.rpId ?? rpId),
      Buffer.from([flags]),
      count,
      credential ?? Buffer.alloc(0),
    ]);
  }

  const clientData = (type: string, challenge: string, twist: Twist) =>
    JSON.stringify({
      type: twist.type ?? type,
      challenge,
      origin: twist.origin ?? origin,
      crossOrigin: false,
    });

  return {
    passkeys,
    /** `navigator.credentials.create` */
    create(
      options: { challenge: string; rp: { id: string }; user: { id: string } },
      twist: Twist = {},
    ) {
      const { publicKey, privateKey } =
        twist.copyOf ?? generateKeyPairSync("ec", { namedCurve: "P-256" });
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const id = twist.copyOf ? Buffer.from(twist.copyOf.id, "base64url") : randomBytes(32);
      const counter = twist.counter ?? 0;
      const idLength = Buffer.from([0, id.length]);
      const key = cbor(
        // RFC 9053 7.1.1: EC2 with P-256, for ES256.
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, "base64url")],
          [-3, Buffer.from(y, "base64url")],
        ]),
      );
      const credential = Buffer.concat([Buffer.alloc(16), idLength, id, key]);
      const authData = authenticatorData(options.rp.id, twist, counter, credential);
      const made: Made = {
        id: base64url(id),
        publicKey,
        privateKey,
        userHandle: options.user.id,
        counter,
      };
      if (!twist.copyOf) passkeys.push(made);
      return {
        id: made.id,
        rawId: made.id,
        type: "public-key" as const,
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", options.challenge, twist)),
          attestationObject: base64url(
            cbor(
              new Map<string, Cbor>([
                ["fmt", "none"],
                ["attStmt", new Map()],
                ["authData", authData],
              ]),
            ),
          ),
          transports: ["internal", "made-up"],
        },
      };
    },
    /** `navigator.credentials.get`, where the person chooses the passkey that was made last. */
    get(options: { challenge: string; rpId: string }, twist: Twist = {}, made = passkeys.at(-1)) {
      if (!made) throw new Error("There is no passkey yet");
      made.counter = twist.counter ?? (made.counter === 0 ? 0 : made.counter + 1);
      const authData = authenticatorData(options.rpId, twist, made.counter);
      const clientDataJSON = clientData("webauthn.get", options.challenge, twist);
      const signed = Buffer.concat([authData, sha256(clientDataJSON)]);
      return {
        id: made.id,
        rawId: made.id,
        type: "public-key" as const,
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(authData),
          signature: base64url(sign("sha256", signed, made.privateKey)),
          userHandle: twist.userHandle ?? made.userHandle,
        },
      };
    },
  };
}

/** RFC 8949, as much of it as WebAuthn needs: integers, text, bytes, maps. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

function head(major: number, size: number): Buffer {
  const first = major << 5;
  if (size < 24) return Buffer.from([first | size]);
  if (size < 256) return Buffer.from([first | 24, size]);
  return Buffer.from([first | 25, size >> 8, size & 0xff]);
}
