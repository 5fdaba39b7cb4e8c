import { toEpochMs } from "../../clock.ts";
import type { EpochMs, IsoInstant } from "../../instant.schema.ts";
import { planSchedule } from "../../kernel/schedule/closed-days.ts";
import { dueAfter } from "../../kernel/schedule/window.ts";
import { readSteps } from "../sequence/sequence-record.ts";
import type { CampaignRecord } from "./campaign-record.ts";

type Enrolment = {
  nextStep: number;
  lastSentAt?: IsoInstant | undefined;
  sequenceVersion?: number | undefined;
};

/**
 * When the next step of a lead falls due by its distance from the mail before; `from` (both epoch ms) where that is over, and
 * where nothing was sent yet.
 */
export async function nextDueAt(
  { nextStep, lastSentAt, sequenceVersion }: Enrolment,
  campaign: CampaignRecord,
  from: EpochMs,
): Promise<number> {
  const schedule = await planSchedule(campaign, from);
  if (lastSentAt === undefined || !schedule) return from;
  const { accountId, campaignId, sequenceVersion: live } = campaign;
  const steps = await readSteps(accountId, campaignId, sequenceVersion ?? live);
  const next = steps[nextStep - 1];
  if (!next) return from;
  const { delayInDays } = next.seq_delay_details;
  return Math.max(from, dueAfter(toEpochMs(lastSentAt), delayInDays, schedule));
}
