import { concurrently } from "@thaw/data/concurrently";
import type { IsoInstant } from "../../instant.schema.ts";
import type { StepByHand } from "../sequence/step-type.schema.ts";
import { SHARDS, waitingKeys } from "./campaign-lead.ts";

type CampaignKey = { accountId: number; campaignId: number };

/** Mailboxes whose leads are looked for at the same time. */
const WIDTH = 32;

export type DueLead = {
  leadId: number;
  step: number;
  dueAt: IsoInstant;
  mailboxId: number | undefined;
  /** The version of the sequence that a follow-up is of; undefined: the campaign's. */
  version?: number;
  /** Its pause is over: the lead goes on. */
  isPaused: boolean;
};

/** New leads that wait for their first step, in the order in which they came; at most `limit`. */
export async function listDueFirst(
  campaign: CampaignKey,
  until: IsoInstant,
  limit: number,
): Promise<DueLead[]> {
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      listLane(campaign, `first-${shard}`, { until, limit }),
    ),
  );
  return shards.flat().sort(byDue).slice(0, limit);
}

/** Leads whose next step the given mailbox has to send and which are due, earliest first; at most `limit`. */
export async function listDueFollowUps(
  campaign: CampaignKey & { mailboxId: number },
  until: IsoInstant,
  limit: number,
): Promise<DueLead[]> {
  const { mailboxId, ...key } = campaign;
  return listLane(key, `mailbox-${mailboxId}`, { until, limit });
}

/** The earliest due lead of all that a campaign may email: new leads, and those that wait for one of its mailboxes. */
export async function findEarliestDue(
  campaign: CampaignKey,
  mailboxIds: readonly number[],
  until: IsoInstant,
): Promise<DueLead | undefined> {
  const followUps = await concurrently(mailboxIds, WIDTH, (mailboxId) =>
    listDueFollowUps({ ...campaign, mailboxId }, until, 1),
  );
  const first = await listDueFirst(campaign, until, 1);
  return [...followUps.flat(), ...first].sort(byDue)[0];
}

/** Leads whose next step people do, of one type, which are due, earliest first; at most `limit`. */
export async function listDueByHand(
  campaign: CampaignKey & { type: StepByHand },
  until: IsoInstant,
  limit: number,
): Promise<DueLead[]> {
  const { type, ...key } = campaign;
  return listLane(key, `hand-${type}`, { until, limit });
}

async function listLane(
  campaign: CampaignKey,
  name: string,
  page: { until: IsoInstant; limit: number },
): Promise<DueLead[]> {
  const lane = `${campaign.accountId}.${campaign.campaignId}.${name}`;
  const keys = await waitingKeys(lane, page.until, page.limit);
  const mailboxId = name.startsWith("mailbox-") ? Number(name.slice(8)) : undefined;
  return keys.flatMap((key) => readDue(key, mailboxId) ?? []).sort(byDue);
}

const DUE_KEY = /#due_([^#]+)#(\d+)#(\d+)(?:#v(\d+))?(#paused)?$/;

/** Keys are lower case; instants are written with capitals everywhere else. */
function readDue(key: string, mailboxId: number | undefined): DueLead | undefined {
  const [, dueAt, leadId, step, version, paused] = DUE_KEY.exec(key) ?? [];
  if (!dueAt) return undefined;
  return {
    leadId: Number(leadId),
    step: Number(step),
    dueAt: dueAt.toUpperCase() as IsoInstant,
    mailboxId,
    ...(version === undefined ? {} : { version: Number(version) }),
    isPaused: paused !== undefined,
  };
}

const byDue = (a: DueLead, b: DueLead) => compare(a.dueAt, b.dueAt) || a.leadId - b.leadId;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
