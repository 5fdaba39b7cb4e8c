import { now, toIso } from "../../clock.ts";
import type { EpochMs, IsoInstant } from "../../instant.schema.ts";
import { TriggerRunEntity } from "./trigger-run.entity.ts";

export const KEPT_DAYS = 30;

/** More runs than there are in a horizon. */
export const LATEST = 10;
export type RunKey = { accountId: number; campaignId: number; scheduledAt: IsoInstant };

export async function recordCompleted(
  key: RunKey,
  found: {
    stepsChecked: number;
    emailsScheduled: number;
    tasksMade: number;
    messages: string[];
  },
): Promise<void> {
  await TriggerRunEntity.patch(key)
    .set({ ...found, status: "COMPLETED", completedAt: toIso(now()) })
    .go({ response: "none" });
}

/** The worker that has claimed the run begins to evaluate: PICKED → RUNNING. */
export async function recordRunning(key: RunKey, pickedAt: IsoInstant): Promise<void> {
  await TriggerRunEntity.put({
    ...key,
    status: "RUNNING",
    pickedAt,
    runningAt: toIso(now()),
    ttl: Math.floor(now() / 1000) + KEPT_DAYS * 86_400,
  }).go({ response: "none" });
}

/** Whether a run has planned anything since that instant (epoch ms), or begun to and not come to its end. */
export async function wasBusy(
  { accountId, campaignId }: { accountId: number; campaignId: number },
  since: EpochMs,
): Promise<boolean> {
  const { data } = await TriggerRunEntity.query
    .byCampaign({ accountId, campaignId })
    .go({ limit: LATEST, order: "desc", consistent: true });
  return data.some(
    ({ runningAt, completedAt, emailsScheduled = 0, tasksMade = 0 }) =>
      Date.parse(completedAt ?? runningAt ?? "") > since &&
      (completedAt === undefined || emailsScheduled + tasksMade > 0),
  );
}
