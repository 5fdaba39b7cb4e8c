import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { type DueLead, listDueFirst } from "../../campaigns/campaign-lead/due-leads.ts";
import { toIso } from "../../clock.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { HORIZON_MS } from "../planner/horizon.ts";
import { readiness } from "../planner/readiness.ts";
import { readSendingConstraints } from "../sending-constraint/sending-constraint.ts";
import { blockDue } from "./block-due.ts";
import { MOST_LEADS } from "./plan-room.ts";

type Room = {
  at: EpochMs;
  /** Slots of the run. */
  capacity: number;
  /** How many leads the campaign's date may still begin. */
  newLeft: number;
};

/** How often a run looks for others in the place of leads that it has blocked; the next run goes on. */
const MOST_LOOKS = 5;

/** The new leads that a run looks at, without those of blocked domains: these are BLOCKED, and others have their places. */
export async function readFirst(
  campaign: CampaignRecord,
  schedule: PlanSchedule,
  room: Room,
): Promise<DueLead[]> {
  const wanted = Math.min(room.capacity, room.newLeft);
  const front = asksEach(schedule) ? MOST_LEADS : wanted;
  for (let look = 1; ; look++) {
    const first = await readWaiting(campaign, schedule, room);
    if (wanted <= 0) return first;
    const asked = first.slice(0, front);
    const allowed = await blockDue(campaign, asked);
    const isDone = allowed.length === asked.length || look === MOST_LOOKS;
    if (isDone) return [...allowed, ...first.slice(front)];
  }
}

/**
 * The new leads that a run looks at, in order: as many as its mailboxes have room for. Those who cannot be written to now, by
 * their own clocks or because their domains have had enough, leave their place to others behind them: a run must not come to
 * nothing because the leads in front are asleep.
 */
async function readWaiting(
  { accountId, campaignId, mailboxIds }: CampaignRecord,
  schedule: PlanSchedule,
  { at, capacity, newLeft }: Room,
): Promise<DueLead[]> {
  const wanted = Math.min(capacity, newLeft, MOST_LEADS);
  const span = { from: at, until: at + HORIZON_MS };
  for (let limit = Math.min(capacity, MOST_LEADS); limit > 0; limit = furtherThan(limit)) {
    const first = await listDueFirst({ accountId, campaignId }, toIso(at), limit);
    const isAll = first.length < limit || limit === MOST_LEADS;
    if (isAll || !asksEach(schedule)) return first;
    const ids = first.map(({ leadId }) => leadId);
    const sending = {
      accountId,
      campaignId,
      mailboxIds,
      schedule: { ...schedule, matchesProvider: false },
    };
    const { leads, domainRateLimit } = await readSendingConstraints(sending, ids, {
      ...span,
      isPlanning: false,
    });
    const isReady = readiness(schedule, domainRateLimit, span);
    if (ids.filter((leadId) => isReady(leads.get(leadId) ?? {})).length >= wanted) return first;
  }
  return [];
}

const furtherThan = (limit: number) => Math.min(4 * limit, MOST_LEADS);

const asksEach = ({ usesLeadTimezone, maxPerDomainPerHour }: PlanSchedule) =>
  usesLeadTimezone === true || Boolean(maxPerDomainPerHour);
