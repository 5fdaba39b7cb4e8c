import { describeContext, keyProvider } from "./data-key.ts";
import type { SecretContext } from "./key-provider.ts";
import { open, seal } from "./sealed-box.ts";

const SEALED = /^v1\.([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/**
 * Seals a secret of a mailbox for storage: AES-256-GCM under a key of its own, which the master key wraps. It opens only
 * for the same account, mailbox and field.
 */
export async function encryptSecret(plain: string, context: SecretContext): Promise<string> {
  const key = await keyProvider().newDataKey(context);
  const box = seal(key.plain, Buffer.from(plain), describeContext(context));
  key.plain.fill(0);
  return `v1.${key.masterId}.${key.wrapped.toString("base64url")}.${box.toString("base64url")}`;
}

/** @throws when the secret was changed, belongs elsewhere, or its master key is gone; never an AppError */
export async function decryptSecret(sealed: string, context: SecretContext): Promise<string> {
  const { masterId, wrapped, box } = partsOf(sealed);
  const key = await keyProvider().unwrap(wrapped, masterId, context);
  try {
    return open(key, box, describeContext(context)).toString();
  } finally {
    key.fill(0);
  }
}

/** The secret under the newest master key; the very same text when it is already. */
export async function rewrapSecret(sealed: string, context: SecretContext): Promise<string> {
  const { masterId } = partsOf(sealed);
  if (masterId === (await keyProvider().currentMasterId())) return sealed;
  return encryptSecret(await decryptSecret(sealed, context), context);
}

/**
 * Opens a secret, and where it is under an older master key gives `keep` the same under the newest, so that the older one may go.
 *
 * @param keep stores what it is given in the place of what was opened, if that still stands there
 */
export async function openRenewed(
  sealed: string,
  context: SecretContext,
  keep: (renewed: string) => Promise<unknown>,
): Promise<string> {
  const plain = await decryptSecret(sealed, context);
  const renewed = await rewrapSecret(sealed, context);
  if (renewed !== sealed) await keep(renewed);
  return plain;
}

function partsOf(sealed: string) {
  const [, masterId, wrapped, box] = SEALED.exec(sealed) ?? [];
  if (!masterId || !wrapped || !box) throw new Error("A stored secret cannot be read");
  return {
    masterId,
    wrapped: Buffer.from(wrapped, "base64url"),
    box: Buffer.from(box, "base64url"),
  };
}
