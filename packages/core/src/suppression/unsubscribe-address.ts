import * as v from "valibot";
import { operation } from "../operation.ts";
import { UnsubscribeAddress } from "./suppression.schema.ts";
import { findSuppressed, optOut } from "./suppression.ts";

/** What unsubscribing an address would do; it does nothing. */
export const previewAddress = operation({
  permission: "leads:read",
  input: UnsubscribeAddress,
  output: v.object({ email: v.string(), unsubscribed: v.boolean() }),
  async run({ accountId }, { email }) {
    return {
      email,
      unsubscribed: (await findSuppressed(accountId, [email], undefined)).has(email),
    };
  },
});

/** Takes somebody who asked for it off every list of the account, as their own click would. */
export const unsubscribeAddress = operation({
  permission: "leads:write",
  input: UnsubscribeAddress,
  output: v.object({ email: v.string() }),
  async run({ accountId, userId }, { email }) {
    await optOut(accountId, email, { source: "unsubscribe", createdBy: userId });
    return { email };
  },
});
