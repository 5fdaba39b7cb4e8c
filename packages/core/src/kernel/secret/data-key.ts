import { writeIfExpected } from "@thaw/data/condition";
import { nowIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { KeptFor } from "../../kept-for.ts";
import { AccountKeyEntity } from "./account-key.entity.ts";
import type { DataKey, KeyContext, WrappedKey } from "./key-provider.ts";
import { describeContext } from "./key-provider.ts";
import { keyProvider } from "./master-key.ts";
import { mayOpenSecrets } from "./secret-right.ts";

const KEPT_MS = 5 * MINUTE_MS;
/** About half a kilobyte each. */
const MOST_KEPT = 1_000;
/** Far below what random nonces allow (NIST SP 800-38D 8.3): whoever gets hold of a key that is kept gets so many secrets. */
const MOST_SEALED = 1_000;

/** Keys that were unwrapped: of one account, by what they are wrapped in. In memory alone. */
const opened = new KeptFor<Buffer>(KEPT_MS, MOST_KEPT);
/** Under which this process seals for an account, and how often it has. */
const sealing = new KeptFor<DataKey & { used: number }>(KEPT_MS, MOST_KEPT);

/** @throws when the master key is not there, or the wrapped key was changed or belongs elsewhere */
export function openDataKey(key: WrappedKey, context: KeyContext): Promise<Buffer> {
  // Kept for what it is for: a key that was moved to another account's record is asked for, and refused, anew.
  const name = `${key.masterId}|${key.wrapped.toString("base64url")}|${describeContext(context)}`;
  return opened.get(name, () => keyProvider().unwrap(key, context));
}

/**
 * The key to seal secrets of an account with: the account's own for those that may open it, else one of this process, since what
 * may only seal can unwrap none.
 */
export async function keyForSealing(accountId: number): Promise<DataKey> {
  const masterId = await keyProvider().currentMasterId();
  const isWorker = mayOpenSecrets();
  const name = `${isWorker}|${masterId}|${accountId}`;
  const key = await sealing.get(name, async () => ({
    ...(isWorker
      ? await accountKey(accountId, masterId)
      : await keyProvider().newDataKey({ accountId })),
    used: 0,
  }));
  key.used += 1;
  if (!isWorker && key.used >= MOST_SEALED) sealing.forget(name);
  return key;
}

/** As the table has it: made by the first worker that needs it, and again under a newer master key. */
async function accountKey(accountId: number, masterId: string): Promise<DataKey> {
  const { data: stored } = await AccountKeyEntity.get({ accountId }).go({ consistent: true });
  if (stored?.masterId === masterId) {
    const key = { masterId, wrapped: Buffer.from(stored.wrapped, "base64url") };
    const plain = await openDataKey(key, { accountId }).catch(() => undefined);
    if (plain) return { ...key, plain };
    // The master key is another one of the same name, or gone: what people enter anew is sealed under a new key.
  }
  const made = await keyProvider().newDataKey({ accountId });
  const record = {
    accountId,
    masterId: made.masterId,
    wrapped: made.wrapped.toString("base64url"),
    createdAt: nowIso(),
  };
  const isFirst = await writeIfExpected(
    AccountKeyEntity.put(record).where((row, op) =>
      stored ? op.eq(row.wrapped, stored.wrapped) : op.notExists(row.wrapped),
    ),
  );
  return isFirst ? made : accountKey(accountId, masterId);
}
