import { concurrently } from "@thaw/data/concurrently";
import type { CampaignRecord } from "../campaign/campaign.ts";
import type { SequenceStep } from "../campaign/sequence.schema.ts";
import { isByHand, isLinkedIn, type StepByHand } from "../campaign/step-type.schema.ts";
import { type DueLead, listDueByHand, listDueFirst } from "../campaign-lead/due-leads.ts";
import { toIso } from "../clock.ts";
import { mayUseLinkedIn } from "../plan/linkedin-access.ts";
import { localDate } from "../schedule/zone.ts";
import { readLinkedInLeft } from "./linkedin-day.ts";

/** So many tasks of one kind come up in a run at most; the next run is five minutes later. */
const MOST_A_RUN = 100;
const WIDTH = 8;

export type Room = Record<StepByHand, number>;

export const handTypesOf = ({ handTypes }: CampaignRecord): readonly StepByHand[] => [
  ...(handTypes ?? []),
];

/** How many tasks of each kind a run may make: on LinkedIn what is left of the day, and none where the plan has no LinkedIn. */
export async function roomForTasks(
  campaign: CampaignRecord,
  { at, accountTimezone }: { at: number; accountTimezone: string },
): Promise<Room> {
  const { accountId } = campaign;
  const none = { LI_VIEW: 0, LI_CONNECT: 0, LI_MESSAGE: 0, LI_INMAIL: 0, LI_ACTIVITY: 0 };
  const isAllowed = handTypesOf(campaign).some(isLinkedIn) && (await mayUseLinkedIn(accountId));
  const day = localDate(accountTimezone, at);
  const left = isAllowed ? await readLinkedInLeft({ accountId, day }) : none;
  return { ...left, MANUAL_EMAIL: MOST_A_RUN };
}

/** Leads whose next step people do and which are due, earliest first: as many as there is room for, by what they wait for. */
export async function readDueByHand(
  campaign: CampaignRecord,
  [first]: readonly SequenceStep[],
  { at, room, newLeft }: { at: number; room: Room; newLeft: number },
): Promise<DueLead[]> {
  const key = { accountId: campaign.accountId, campaignId: campaign.campaignId };
  const until = toIso(at);
  const type = first?.seq_type ?? "EMAIL";
  const fresh = isByHand(type) ? Math.min(room[type], newLeft) : 0;
  const [waiting, begin] = await Promise.all([
    concurrently(handTypesOf(campaign), WIDTH, async (each) =>
      room[each] > 0 ? listDueByHand({ ...key, type: each }, until, room[each]) : [],
    ),
    fresh > 0 ? listDueFirst(key, until, fresh) : [],
  ]);
  return [...waiting.flat(), ...begin];
}
