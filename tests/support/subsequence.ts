import { startCampaign } from "../../packages/core/src/campaigns/campaign/campaign-launch.ts";
import { findEnrolmentsOfLead } from "../../packages/core/src/campaigns/campaign-lead/campaign-lead.ts";
import { saveSequence } from "../../packages/core/src/campaigns/sequence/sequence.ts";
import type { StepType } from "../../packages/core/src/campaigns/sequence/step-type.schema.ts";
import type { Condition } from "../../packages/core/src/campaigns/subsequence/condition.schema.ts";
import { createSubsequence } from "../../packages/core/src/campaigns/subsequence/subsequence.ts";
import { recordClick, recordOpen } from "../../packages/core/src/engine/tracking/tracking.ts";
import { signTracking } from "../../packages/core/src/engine/tracking/tracking-token.ts";
import { fireSubsequences } from "../../packages/core/src/inbox/subsequence-trigger/fire-subsequences.ts";
import { settleEntry } from "../../packages/core/src/inbox/subsequence-trigger/subsequence-wait.ts";
import { listThreads } from "../../packages/core/src/inbox/thread/thread.ts";
import { ThreadMessageEntity } from "../../packages/core/src/inbox/thread/thread-message.entity.ts";
import { readThreadMessageImage } from "../../packages/core/src/inbox/thread/thread-message-image.ts";
import { sendIdIn } from "./campaign-run.ts";
import { eventsOfToday } from "./records.ts";
import type { World } from "./world.ts";

const PERSON = "Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.10.1";

type Step = { delayInDays?: number; subject?: string; body?: string; type?: StepType };

/** A subsequence of the world's campaign, started unless told otherwise. Gives its id. */
export async function addSubsequence(
  { actor, campaignId }: World,
  condition: Condition,
  { steps = [{}], start = true }: { steps?: Step[]; start?: boolean } = {},
): Promise<number> {
  const { id } = await createSubsequence(actor, { campaign_id: campaignId, condition });
  await saveSequence(actor, {
    campaign_id: id,
    steps: steps.map(
      ({ delayInDays = 0, subject = "", body = "<p>One more thing</p>", type }, index) => ({
        ...(type ? { seq_type: type } : {}),
        seq_number: index + 1,
        seq_delay_details: { delayInDays },
        variants: [{ letter: "A", subject, body }],
      }),
    ),
  });
  if (start) await startCampaign(actor, { campaign_id: id });
  return id;
}

/** What the table's stream hands over, with what it has handed over before on the same day, from `since` on. */
export async function fireToday({ actor, campaignId }: World, since = ""): Promise<void> {
  const { accountId } = actor;
  const { items } = await listThreads(actor, {});
  const replies = await Promise.all(
    items.map(({ id }) =>
      ThreadMessageEntity.query.byThread({ accountId, threadId: id }).go({ data: "raw" }),
    ),
  );
  const answers = replies
    .flatMap(({ data }) => (data as { Items?: Record<string, unknown>[] }).Items ?? [])
    .map(readThreadMessageImage);
  const records = [...(await eventsOfToday(accountId, campaignId)), ...answers];
  await fireSubsequences(records.filter(({ at }) => String(at) >= since));
}

/** The wait of a lead is over as far as the clock is concerned. */
export const settle = ({ actor, leadIds }: World, campaignId: number, index = 0) =>
  settleEntry({ accountId: actor.accountId, campaignId, leadId: leadIds[index] ?? 0 });

/** A person loads the image of a step's mail. */
export const open = (world: World, index = 0, step = 1) =>
  recordOpen(world.actor, {
    token: signTracking({
      kind: "open",
      accountId: world.actor.accountId,
      sendId: sendIdIn(world, index, step),
    }),
    user_agent: PERSON,
  });

/** A person follows a link of a step's mail. */
export const click = (world: World, url: string, index = 0) =>
  recordClick(world.actor, {
    token: signTracking({
      kind: "click",
      accountId: world.actor.accountId,
      sendId: sendIdIn(world, index),
      url,
    }),
    user_agent: PERSON,
  });

/** Status and stop reason of a lead in the campaign and then in these subsequences; undefined where it is not. */
export async function statusesOf(world: World, subsequenceIds: readonly number[], index = 0) {
  const { actor, campaignId, leadIds } = world;
  const ids = [campaignId, ...subsequenceIds];
  const enrolments = await findEnrolmentsOfLead(actor.accountId, leadIds[index] ?? 0, ids);
  return ids.map((id) => {
    const enrolment = enrolments.find((each) => each.campaignId === id);
    return (
      enrolment &&
      [enrolment.status, ...(enrolment.stopReason ? [enrolment.stopReason] : [])].join(" ")
    );
  });
}
