import { concurrently } from "@thaw/data/concurrently";
import { commitIfExpected } from "@thaw/data/transact";
import { now, toEpochMs, toIso } from "../../clock.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { dueAfter } from "../../kernel/schedule/window.ts";
import type { WalkPosition } from "../../walk.schema.ts";
import type { SequenceStep } from "../sequence/sequence.schema.ts";
import { type CampaignLeadRecord, listShard, SHARDS } from "./campaign-lead.ts";
import { reopenLead } from "./reopen-lead.ts";

const PAGE = 200;
const WIDTH = 8;

type Sequence = { version: number; steps: readonly SequenceStep[]; schedule: PlanSchedule };

/**
 * COMPLETED → INPROGRESS for the next leads of a campaign that have a step before them (D8.1). Safe to run twice.
 *
 * @returns how many leads go on, and where to go on with the others; undefined when all were looked at
 */
export async function reopenLeadsOf(
  key: { accountId: number; campaignId: number },
  sequence: Sequence,
  from: WalkPosition,
): Promise<{ reopened: number; next: WalkPosition | undefined }> {
  const leads = await listShard(
    { ...key, shard: from.shard },
    { limit: PAGE, afterLeadId: from.leadId },
  );
  const done = await concurrently(leads, WIDTH, (lead) => goOn(lead, sequence));
  const last = leads.at(-1);
  const next =
    last && leads.length === PAGE
      ? { shard: from.shard, leadId: last.leadId }
      : from.shard + 1 < SHARDS
        ? { shard: from.shard + 1, leadId: 0 }
        : undefined;
  return { reopened: done.filter(Boolean).length, next };
}

async function goOn(
  lead: CampaignLeadRecord,
  { version, steps, schedule }: Sequence,
): Promise<boolean> {
  const { status, nextStep, mailboxId, lastSendId, lastSentAt } = lead;
  const step = steps[nextStep - 1];
  if (status !== "COMPLETED" || !step || !lastSendId || !lastSentAt) return false;
  const { delayInDays } = step.seq_delay_details;
  const dueAt = Math.max(now(), dueAfter(toEpochMs(lastSentAt), delayInDays, schedule));
  const reopening = {
    step: nextStep,
    mailboxId,
    dueAt: toIso(dueAt),
    version,
    last: { sendId: lastSendId, sentAt: lastSentAt },
    actorId: 0,
    reason: "step_added",
  };
  return commitIfExpected(reopenLead(lead, reopening));
}
