import { readStored } from "@thaw/text/stored-text";
import type { EntityItem } from "electrodb";
import { type Actor, localeOfActor } from "../../actor.ts";
import { type CampaignRecord, requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { now, toEpochMs } from "../../clock.ts";
import { operation } from "../../operation.ts";
import { pageOf } from "../../page.schema.ts";
import { TriggerRunEntity } from "./trigger-run.entity.ts";
import { ListTriggerRuns, TriggerRun } from "./trigger-run.schema.ts";

type TriggerRunRecord = EntityItem<typeof TriggerRunEntity>;

/** The runs of a campaign, newest first; while it is ACTIVE the first is the one to come. */
export const listTriggerRuns = operation({
  permission: "campaigns:read",
  input: ListTriggerRuns,
  output: pageOf(TriggerRun),
  async run(actor, { campaign_id: campaignId, limit, cursor }) {
    const { accountId } = actor;
    const campaign = await requireCampaign(accountId, campaignId);
    const read = async (most: number) => {
      const page = await TriggerRunEntity.query
        .byCampaign({ accountId, campaignId })
        .go({ limit: most, cursor: cursor && cursor !== PAST ? cursor : null, order: "desc" });
      return { items: page.data.map((run) => toRun(actor, run)), cursor: page.cursor };
    };
    const past = await read(limit);
    const coming = cursor ? undefined : comingRun(campaign);
    // One that is being worked on is among the past ones already.
    if (!coming || coming.scheduled_at === past.items[0]?.scheduled_at) return past;
    if (past.items.length < limit) return { ...past, items: [coming, ...past.items] };
    // It takes the place of the last one of a full page.
    if (limit === 1) return { items: [coming], cursor: PAST };
    const rest = await read(limit - 1);
    return { ...rest, items: [coming, ...rest.items] };
  },
});

/** The cursor of the newest run that is over. */
const PAST = "past";

const toRun = (actor: Actor, run: TriggerRunRecord): TriggerRun => ({
  status: run.status,
  scheduled_at: run.scheduledAt,
  ...(run.pickedAt ? { picked_at: run.pickedAt } : {}),
  ...(run.runningAt ? { running_at: run.runningAt } : {}),
  ...(run.completedAt ? { completed_at: run.completedAt } : {}),
  steps_checked: run.stepsChecked ?? 0,
  emails_scheduled: run.emailsScheduled ?? 0,
  ...(run.tasksMade ? { tasks_made: run.tasksMade } : {}),
  ...messagesFor(actor, run.messages ?? []),
});

function messagesFor(actor: Actor, stored: readonly string[]) {
  const read = stored.map((message) => readStored(localeOfActor(actor), message));
  return {
    messages: read.map(({ text }) => text),
    message_keys: read.flatMap(({ key = [] }) => key),
  };
}

/** The next run of an ACTIVE campaign. A worker that has claimed it holds the campaign. */
function comingRun({ status, nextRunAt, runLockedUntil }: CampaignRecord): TriggerRun | undefined {
  if (status !== "ACTIVE" || !nextRunAt) return undefined;
  const isPicked = runLockedUntil !== undefined && toEpochMs(runLockedUntil) > now();
  return {
    status: isPicked ? "PICKED" : "SCHEDULED",
    scheduled_at: nextRunAt,
    steps_checked: 0,
    emails_scheduled: 0,
    messages: [],
    message_keys: [],
  };
}
