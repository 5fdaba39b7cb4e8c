import { createHash } from "node:crypto";
import { loadBatched } from "@thaw/data/load-batched";
import { recordsOf } from "@thaw/data/records";
import { commit } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import { ErasedAddressEntity } from "./erased-address.entity.ts";
import { ACCOUNT_LIST, LAST_CLIENT, SuppressionEntity } from "./suppression.entity.ts";

/** The same address has another hash in another account, so that nobody can tell who was erased elsewhere. */
export const addressHash = (accountId: number, email: string) =>
  createHash("sha256").update(`${accountId}|${email.trim().toLowerCase()}`).digest("base64url");

/** Which of these addresses are of people of whom only a hash is left. Most accounts have none of them: then no hash is asked for. */
export async function findErased(
  accountId: number,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length > 1 && !(await hasErased(accountId))) return new Set();
  const found = await Promise.all(
    emails.map(async (email) => {
      const read = hashRead(accountId, addressHash(accountId, email));
      return (await loadBatched(read)) ? [email] : [];
    }),
  );
  return new Set(found.flat());
}

const hashes = recordsOf<
  EntityItem<typeof ErasedAddressEntity>,
  { accountId: number; hash: string }
>(ErasedAddressEntity);
const hashRead = (accountId: number, hash: string) => hashes.read({ accountId, hash });

/** In the place of a hash: the account has hashes. No hash is as short. */
export const ANYBODY = "anybody";

/** How long before an erasure begins it is announced: longer than anyone remembers that there was none. */
export const ANNOUNCED_MS = 5_000;

/** For a transaction: from now on it is looked before each send whether the address is of someone who was erased. */
export const publishErasure = (accountId: number, at: string) =>
  ErasedAddressEntity.put({ accountId, hash: ANYBODY, erasedAt: at });

/** Whether an account has erased anyone, or is about to. */
export async function hasErased(accountId: number): Promise<boolean> {
  return (await loadBatched(hashRead(accountId, ANYBODY))) !== undefined;
}

/** From now on the address is never written to. Safe to run twice. */
export async function keepErased(accountId: number, email: string, at: string): Promise<void> {
  const hash = addressHash(accountId, email);
  await ErasedAddressEntity.put({ accountId, hash, erasedAt: at }).go({ response: "none" });
}

/** The same of someone who says no and whose address is known by its hash alone. */
export async function keepHash(accountId: number, hash: string, at: string): Promise<void> {
  await commit([
    publishErasure(accountId, at),
    ErasedAddressEntity.put({ accountId, hash, erasedAt: at }),
  ]);
}

/** For a transaction: the address may be written to again. Refused where nobody was erased by it. */
export const forgetErased = (accountId: number, hash: string) =>
  ErasedAddressEntity.delete({ accountId, hash }).where((row, op) => op.exists(row.erasedAt));

type ListedAddress = { accountId: number; clientId: number; value: string };

/** For a transaction: an entry of the address itself on the block list, once its hash is kept. */
export const dropEntry = (entry: ListedAddress) => SuppressionEntity.delete(entry);

/** The entries of the address itself: the account's and those of clients, deleted ones too, so all of theirs are looked through. */
export async function findListed(accountId: number, email: string): Promise<ListedAddress[]> {
  const value = email.trim().toLowerCase();
  const key = { accountId, clientId: ACCOUNT_LIST, value };
  const [own, theirs] = await Promise.all([
    SuppressionEntity.get(key).go({ consistent: true }),
    SuppressionEntity.query
      .byAccount({ accountId })
      .between({ clientId: 1 }, { clientId: LAST_CLIENT })
      .where((row, op) => op.eq(row.value, value))
      .go({ pages: "all", consistent: true }),
  ]);
  return [...(own.data ? [key] : []), ...theirs.data];
}
