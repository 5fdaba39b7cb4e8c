import { commit } from "@thaw/data/transact";
import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { operation } from "../../operation.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { AccountEntity } from "./account.entity.ts";
import { Nothing } from "./account.schema.ts";
import { needsApproval } from "./account-record.ts";

const ApprovalSetting = v.object({ is_needed: v.boolean() });

export const getApprovalSetting = operation({
  permission: "campaigns:read",
  input: Nothing,
  output: ApprovalSetting,
  run: async ({ accountId }) => ({ is_needed: await needsApproval(accountId) }),
});

export const setApprovalSetting = operation({
  permission: "account:write",
  input: v.object({ is_needed: v.boolean(issueText("onOrOff")) }),
  output: ApprovalSetting,
  async run(actor, { is_needed }) {
    const { accountId } = actor;
    await commit([
      AccountEntity.patch({ accountId }).set({ needsApproval: is_needed }),
      recordAct(actor, { action: is_needed ? "approval_on" : "approval_off" }),
    ]);
    return { is_needed };
  },
});
