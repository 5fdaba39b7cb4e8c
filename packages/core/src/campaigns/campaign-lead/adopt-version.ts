import { concurrently } from "@thaw/data/concurrently";
import { writeIfExpected } from "@thaw/data/condition";
import { commitIfExpected } from "@thaw/data/transact";
import { now, nowIso, toEpochMs, toIso } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { dueAfter } from "../../kernel/schedule/window.ts";
import type { WalkPosition } from "../../walk.schema.ts";
import type { SequenceStep } from "../sequence/sequence.schema.ts";
import { CampaignLeadEntity } from "./campaign-lead.entity.ts";
import {
  type CampaignLeadRecord,
  changedBy,
  dueAtOf,
  finishedEvent,
  keyOf,
  listShard,
} from "./campaign-lead.ts";
import { positionAfter } from "./stop-leads.ts";
import { keepsMailbox, waiting } from "./waiting.ts";

const PAGE = 200;
const WIDTH = 8;

export type Adoption = {
  version: number;
  steps: readonly SequenceStep[];
  /** Only leads that have not had this step. */
  beforeStep?: number | undefined;
  schedule: PlanSchedule;
  actorId: number;
  /** The steps of the versions that leads leave. */
  readVersions: (versions: readonly number[]) => Promise<ReadonlyMap<number, SequenceStep[]>>;
};

/**
 * Lets the next leads that are under way on another version of a campaign's sequence go on with this one, each with the step
 * that comes next to it; one that has had them all is COMPLETED. A mail that is planned already is planned again. Safe to run
 * twice.
 *
 * @returns where to go on; undefined when all were looked at
 */
export async function adoptVersion(
  key: { accountId: number; campaignId: number },
  adoption: Adoption,
  from: WalkPosition,
): Promise<WalkPosition | undefined> {
  const leads = await listShard(
    { ...key, shard: from.shard },
    { limit: PAGE, afterLeadId: from.leadId },
  );
  const meant = leads.filter((lead) => isMeant(lead, adoption));
  const left = await adoption.readVersions([
    ...new Set(meant.flatMap(({ sequenceVersion = [] }) => sequenceVersion)),
  ]);
  await concurrently(meant, WIDTH, (lead) => {
    const before = left.get(lead.sequenceVersion ?? 0)?.[lead.nextStep - 1];
    return adopt(lead, before, adoption);
  });
  return positionAfter(from, leads, PAGE);
}

/** Whether a lead has begun on another version. One that has not begun takes the newest by itself. */
export function isOnOtherVersion(
  { status, sequenceVersion }: Pick<CampaignLeadRecord, "status" | "sequenceVersion">,
  version: number,
): boolean {
  const isUnderWay = status === "STARTED" || status === "INPROGRESS" || status === "PAUSED";
  return isUnderWay && sequenceVersion !== undefined && sequenceVersion !== version;
}

/** Never back to an older one: a job may come days after the version that it is for, and after later ones. */
const isMeant = (lead: CampaignLeadRecord, { version, beforeStep }: Adoption) =>
  isOnOtherVersion(lead, version) &&
  (lead.sequenceVersion ?? 0) < version &&
  lead.nextStep <= (beforeStep ?? Number.POSITIVE_INFINITY);

function adopt(
  lead: CampaignLeadRecord,
  before: SequenceStep | undefined,
  adoption: Adoption,
): Promise<boolean> {
  const { version, steps, actorId } = adoption;
  const next = steps[lead.nextStep - 1];
  if (!next) return endWith(lead, adoption);
  const isSame = next.seq_delay_details.delayInDays === before?.seq_delay_details.delayInDays;
  const dueAt = lead.due && (isSame ? dueAtOf(lead.due) : newDueAt(lead, lead.due, next, adoption));
  return writeIfExpected(
    CampaignLeadEntity.update(keyOf(lead))
      .set({
        sequenceVersion: version,
        ...(dueAt ? waitOf(lead, dueAt, { version, type: next.seq_type }) : {}),
        ...changedBy(actorId, "version_moved"),
      })
      .where((row, op) =>
        [
          op.eq(row.status, lead.status),
          op.eq(row.nextStep, lead.nextStep),
          lead.due === undefined ? op.notExists(row.due) : op.eq(row.due, lead.due),
        ].join(" AND "),
      ),
  );
}

/** Its new delay after the mail before; a pause lasts as long as it did. */
function newDueAt(
  { status, lastSentAt }: CampaignLeadRecord,
  due: string,
  next: SequenceStep,
  { schedule }: Adoption,
): IsoInstant {
  if (status === "PAUSED" || !lastSentAt) return dueAtOf(due);
  const { delayInDays } = next.seq_delay_details;
  return toIso(Math.max(now(), dueAfter(toEpochMs(lastSentAt), delayInDays, schedule)));
}

const waitOf = (
  lead: CampaignLeadRecord,
  dueAt: IsoInstant,
  { version, type }: { version: number; type: SequenceStep["seq_type"] },
) =>
  waiting(keyOf(lead), {
    step: lead.nextStep,
    mailboxId: lead.mailboxId,
    dueAt,
    isPaused: lead.status === "PAUSED",
    version,
    type,
    keepsMailbox: keepsMailbox(lead),
  });

/** A paused one stays as it is: only what runs comes to its end (D8.1). */
async function endWith(lead: CampaignLeadRecord, { version, actorId }: Adoption): Promise<boolean> {
  if (lead.status === "PAUSED") return false;
  const at = nowIso();
  return commitIfExpected([
    CampaignLeadEntity.update(keyOf(lead))
      .set({
        status: "COMPLETED",
        sequenceVersion: version,
        ...changedBy(actorId, "version_moved", at),
      })
      .remove(["lane", "due", "scheduledAt"])
      .where((row, op) =>
        [op.eq(row.status, lead.status), op.eq(row.nextStep, lead.nextStep)].join(" AND "),
      ),
    finishedEvent(lead, { at, actorId, reason: "version_moved" }),
  ]);
}
