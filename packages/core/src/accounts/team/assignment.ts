import type { Actor } from "../../actor.ts";
import { assignCampaign, listAssignedCampaigns } from "../../campaigns/campaign/assign-campaign.ts";
import { notFound } from "../../error.ts";
import { operation } from "../../operation.ts";
import { assignMailbox, listAssignedMailboxes } from "../../senders/mailbox/assign-mailbox.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { findUser } from "../user/user-record.ts";
import { Assignments, ChangeAssignments } from "./assignment.schema.ts";
import { MemberId } from "./team.schema.ts";

/** What a member has been given to work with: a query of the account's campaigns and one of its mailboxes. */
export const listAssignments = operation({
  permission: "team:write",
  input: MemberId,
  output: Assignments,
  async run({ accountId }, { member_id: userId }) {
    await requireMember(accountId, userId);
    return read(accountId, userId);
  },
});

/** Gives campaigns and mailboxes to a member, or takes them away; what they have made stays visible to them. */
export const changeAssignments = operation({
  permission: "team:write",
  input: ChangeAssignments,
  output: Assignments,
  async run(actor, { member_id: userId, campaign_ids, mailbox_ids, is_assigned: isAssigned }) {
    const { accountId } = actor;
    const { email } = await requireMember(accountId, userId);
    const action = isAssigned ? "access_given" : "access_taken";
    const change = { accountId, userId, isAssigned };
    const act = (detail: string) => recordAct(actor, { action, target: email, detail });
    for (const campaignId of new Set(campaign_ids)) {
      await assignCampaign({ ...change, campaignId }, act);
    }
    for (const mailboxId of new Set(mailbox_ids)) {
      await assignMailbox({ ...change, mailboxId }, act);
    }
    return read(accountId, userId);
  },
});

async function requireMember(accountId: number, userId: Actor["userId"]) {
  const member = await findUser({ accountId, userId });
  if (member?.kind !== "member") throw notFound("member");
  return member;
}

async function read(accountId: number, userId: number): Promise<Assignments> {
  const [campaigns, mailboxes] = await Promise.all([
    listAssignedCampaigns(accountId, userId),
    listAssignedMailboxes(accountId, userId),
  ]);
  return { campaigns, mailboxes };
}
