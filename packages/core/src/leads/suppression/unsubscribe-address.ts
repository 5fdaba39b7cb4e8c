import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { operation } from "../../operation.ts";
import { listOf, originOfEntry } from "./entry-list.ts";
import { UnsubscribeAddress } from "./suppression.schema.ts";
import { coveringValues, findEntries, findSuppressed, optOut } from "./suppression.ts";

/** What unsubscribing an address would do; it does nothing. A client learns of its own list alone. */
export const previewAddress = operation({
  permission: "leads:read",
  input: UnsubscribeAddress,
  output: v.object({ email: v.string(), unsubscribed: v.boolean() }),
  async run(actor, { email }) {
    return { email, unsubscribed: await isOnList(actor, email) };
  },
});

async function isOnList(actor: Actor, email: string): Promise<boolean> {
  const { accountId, scope } = actor;
  if (scope.kind !== "client") {
    return (await findSuppressed(accountId, [email], undefined)).has(email);
  }
  const own = await findEntries(accountId, coveringValues(email), listOf(actor, undefined));
  return own.length > 0;
}

/**
 * Takes someone who asked for it off every list of the account, as their own click would; a client's user takes them off that
 * client's lists alone.
 */
export const unsubscribeAddress = operation({
  permission: "leads:write",
  input: UnsubscribeAddress,
  output: v.object({ email: v.string() }),
  async run(actor, { email }) {
    await optOut(actor.accountId, email, await originOfEntry(actor, undefined, "unsubscribe"));
    return { email };
  },
});
