import { writeIfExpected } from "@thaw/data/condition";
import { findCampaigns } from "../../campaigns/campaign/campaign-record.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { Condition } from "../../campaigns/subsequence/condition.schema.ts";
import { now, toIso } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { enqueue } from "../../queue.ts";
import { enterFirst } from "./enter-subsequence.ts";
import { holdsAfterWait } from "./matches.ts";
import { SubsequenceWaitEntity } from "./subsequence-wait.entity.ts";
import { readMails, trailOf } from "./trail.ts";

const WAIT_SHARDS = 4;
/** A tick takes so many of a shard; the rest stays due for the next minute. */
const MOST_A_TICK = 500;

type WaitKey = { accountId: number; campaignId: number; leadId: number };

/** A lead comes into a subsequence at `dueAt` unless it replies before; a later `dueAt` takes the place of an earlier one. */
export async function awaitEntry(key: WaitKey, dueAt: IsoInstant): Promise<void> {
  await writeIfExpected(
    SubsequenceWaitEntity.put({ ...key, waitShard: key.leadId % WAIT_SHARDS, dueAt }).where(
      (row, op) => `${op.notExists(row.dueAt)} OR ${op.lt(row.dueAt, dueAt)}`,
    ),
  );
}

/** Queues a job for every lead that has waited long enough. A job too many does nothing. */
export async function queueDueEntries(): Promise<void> {
  const until = toIso(now());
  await Promise.all(
    Array.from({ length: WAIT_SHARDS }, async (_, waitShard) => {
      const { data } = await SubsequenceWaitEntity.query
        .byDue({ waitShard })
        .lte({ dueAt: until })
        .go({ limit: MOST_A_TICK, hydrate: true });
      await enqueue(
        "plan",
        data.map(({ accountId, campaignId, leadId }) => ({
          job: { kind: "enter", accountId, campaignId, leadId },
        })),
      );
    }),
  );
}

/**
 * A wait is over: the lead comes in if the condition still holds. Where it waited for several subsequences and more than one
 * is due, the earliest gets it. Safe to run twice.
 */
export async function settleEntry({ accountId, campaignId, leadId }: WaitKey): Promise<void> {
  const [own] = await findCampaigns(accountId, [campaignId]);
  const parentId = own?.parentId;
  const [parent] = parentId === undefined ? [] : await findCampaigns(accountId, [parentId]);
  if (!parent) return forget([{ accountId, campaignId, leadId }]);
  const due = await findDue(accountId, leadId, parent.subsequenceIds ?? []);
  if (!due.some((wait) => wait.campaignId === campaignId)) return;
  const enrolment = await findCampaignLead({ ...parent, leadId });
  const mails = enrolment ? await readMails(enrolment, enrolment.nextStep) : [];
  const trail = trailOf(mails);
  const waiting = await findCampaigns(
    accountId,
    due.map((wait) => wait.campaignId),
  );
  const holding = waiting.filter(
    ({ condition, status }) =>
      status === "ACTIVE" && holdsAfterWait(condition as Condition, trail, enrolment),
  );
  await enterFirst(parent, leadId, holding);
  await forget(due);
}

type Wait = WaitKey & { dueAt?: IsoInstant };

async function findDue(
  accountId: number,
  leadId: number,
  campaignIds: readonly number[],
): Promise<Wait[]> {
  if (campaignIds.length === 0) return [];
  const { data } = await SubsequenceWaitEntity.get(
    campaignIds.map((campaignId) => ({ accountId, campaignId, leadId })),
  ).go({ consistent: true });
  const until = toIso(now());
  return data.filter(({ dueAt }) => dueAt <= until);
}

/** Only the waits that were looked at: one that began anew meanwhile stays. */
async function forget(waits: readonly Wait[]): Promise<void> {
  const until = toIso(now());
  await Promise.all(
    waits.map(({ accountId, campaignId, leadId }) =>
      writeIfExpected(
        SubsequenceWaitEntity.delete({ accountId, campaignId, leadId }).where((row, op) =>
          op.lte(row.dueAt, until),
        ),
      ),
    ),
  );
}
