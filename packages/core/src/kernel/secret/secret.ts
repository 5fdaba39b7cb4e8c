import { keyForSealing, openDataKey } from "./data-key.ts";
import { describeContext, type SecretContext } from "./key-provider.ts";
import { open, seal } from "./sealed-box.ts";
import { mayOpenSecrets } from "./secret-right.ts";

/** v1 has a key of its own for each secret, v2 one for several of an account. */
const SEALED = /^v([12])\.([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/**
 * Seals a secret of an account for storage: AES-256-GCM under a data key of the account, which the master key wraps. It opens only
 * for the same account, mailbox and field.
 */
export async function encryptSecret(plain: string, context: SecretContext): Promise<string> {
  const { plain: key, wrapped, masterId } = await keyForSealing(context.accountId);
  const box = seal(key, Buffer.from(plain), describeContext(context));
  return `v2.${masterId}.${wrapped.toString("base64url")}.${box.toString("base64url")}`;
}

/**
 * @throws when the secret was changed, belongs elsewhere, or its master key is gone, and where only sealing is allowed; never an
 * AppError
 */
export async function decryptSecret(sealed: string, context: SecretContext): Promise<string> {
  if (!mayOpenSecrets()) throw new Error("Site and API open no secrets: a worker does");
  const { version, key, box } = partsOf(sealed);
  const { accountId } = context;
  const plain = await openDataKey(key, version === "1" ? context : { accountId });
  return open(plain, box, describeContext(context)).toString();
}

/** The secret under the account's own key and the newest master key; the very same text when it is already. */
export async function rewrapSecret(sealed: string, context: SecretContext): Promise<string> {
  const { key, version } = partsOf(sealed);
  const own = await keyForSealing(context.accountId);
  const isOwn = version === "2" && key.masterId === own.masterId && key.wrapped.equals(own.wrapped);
  return isOwn ? sealed : encryptSecret(await decryptSecret(sealed, context), context);
}

/**
 * Opens a secret, and where it is not under the account's own key gives `keep` the same under that, so that one call opens all of
 * an account's, and an older master key may go.
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
  const [, version, masterId, wrapped, box] = SEALED.exec(sealed) ?? [];
  if (!version || !masterId || !wrapped || !box) throw new Error("A stored secret cannot be read");
  return {
    version,
    key: { masterId, wrapped: Buffer.from(wrapped, "base64url") },
    box: Buffer.from(box, "base64url"),
  };
}
