import * as v from "valibot";
import { mayUseLinkedIn } from "../../accounts/subscription-plan/linkedin-access.ts";
import { operation } from "../../operation.ts";

/** What the account's plan opens in the editor of sequences. */
export const getStepAccess = operation({
  permission: "campaigns:read",
  input: v.object({}),
  output: v.object({ linkedin: v.boolean() }),
  async run({ accountId }) {
    return { linkedin: await mayUseLinkedIn(accountId) };
  },
});
