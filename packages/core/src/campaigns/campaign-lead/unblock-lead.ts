import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { nowIso } from "../../clock.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { CampaignLeadEntity } from "./campaign-lead.entity.ts";
import {
  type CampaignLeadKey,
  type CampaignLeadRecord,
  changedBy,
  findCampaignLead,
  keyOf,
} from "./campaign-lead.ts";
import { stateOf } from "./lead-state.ts";
import { reopenLead } from "./reopen-lead.ts";
import { statusAfter } from "./transition.ts";

/**
 * D8.1: BLOCKED → STARTED where nobody ever wrote to the lead, else STOPPED. Only a person does this.
 *
 * @returns the status that it has by it; undefined where it was not blocked
 */
export async function unblockLead(
  key: CampaignLeadKey,
  actorId: number,
): Promise<"STARTED" | "STOPPED" | undefined> {
  const seen = await findCampaignLead(key);
  const status = seen && statusAfter(stateOf(seen), "unblock");
  if (!seen || (status !== "STARTED" && status !== "STOPPED")) return undefined;
  const writes = status === "STARTED" ? startAgain(seen, actorId) : stopInstead(seen, actorId);
  return (await commitIfExpected(writes)) ? status : unblockLead(key, actorId);
}

const startAgain = (seen: CampaignLeadRecord, actorId: number) =>
  reopenLead(seen, {
    step: seen.nextStep,
    mailboxId: seen.mailboxId,
    dueAt: nowIso(),
    actorId,
    reason: "unblocked",
  });

function stopInstead(seen: CampaignLeadRecord, actorId: number): PendingWrite[] {
  const { accountId, campaignId, leadId } = seen;
  const at = nowIso();
  const write = CampaignLeadEntity.update(keyOf(seen))
    .set({ status: "STOPPED", stopReason: "block_list", ...changedBy(actorId, "unblocked", at) })
    .where((row, op) => op.eq(row.status, "BLOCKED"));
  const event = eventItem({
    accountId,
    campaignId,
    leadId,
    kind: "lead-changed",
    at,
    key: String(leadId),
    detail: "BLOCKED STOPPED unblocked",
    actorId,
  });
  return [write, event];
}
