import * as v from "valibot";
import { operation } from "../operation.ts";
import { mayUseLinkedIn } from "../plan/linkedin-access.ts";

/** What the account's plan opens in the editor of sequences. */
export const getStepAccess = operation({
  permission: "campaigns:read",
  input: v.object({}),
  output: v.object({ linkedin: v.boolean() }),
  async run({ accountId }) {
    return { linkedin: await mayUseLinkedIn(accountId) };
  },
});
