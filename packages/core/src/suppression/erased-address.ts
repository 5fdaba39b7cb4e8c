import { createHash } from "node:crypto";
import { readSoon } from "@thaw/data/read-soon";
import { pendingRead } from "@thaw/data/read-together";
import { ErasedAddressEntity } from "./erased-address.entity.ts";
import { SuppressionEntity } from "./suppression.entity.ts";

/** The same address has another hash in another account, so that nobody can tell who was erased elsewhere. */
export const addressHash = (accountId: number, email: string) =>
  createHash("sha256").update(`${accountId}|${email.trim().toLowerCase()}`).digest("base64url");

/** Which of these addresses are of people whose data was erased. */
export async function findErased(
  accountId: number,
  emails: readonly string[],
): Promise<Set<string>> {
  const found = await Promise.all(
    emails.map(async (email) => {
      const key = { accountId, hash: addressHash(accountId, email) };
      const read = pendingRead(
        ErasedAddressEntity.get(key),
        (Item) => ErasedAddressEntity.parse({ Item }).data,
      );
      return (await readSoon(read)) ? [email] : [];
    }),
  );
  return new Set(found.flat());
}

/** From now on the address is never written to. Safe to run twice. */
export async function keepErased(accountId: number, email: string, at: string): Promise<void> {
  const hash = addressHash(accountId, email);
  await ErasedAddressEntity.put({ accountId, hash, erasedAt: at }).go({ response: "none" });
}

/** For a transaction: the entry of the address itself on the block list, once its hash is kept. */
export const dropEntry = (accountId: number, email: string) =>
  SuppressionEntity.delete({ accountId, value: email.trim().toLowerCase() });

export async function isOnList(accountId: number, email: string): Promise<boolean> {
  const value = email.trim().toLowerCase();
  const { data } = await SuppressionEntity.get({ accountId, value }).go({ consistent: true });
  return data !== null;
}
