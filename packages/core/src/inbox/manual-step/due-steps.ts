import { concurrently } from "@thaw/data/concurrently";
import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import {
  type DueLead,
  listDueByHand,
  listDueFirst,
} from "../../campaigns/campaign-lead/due-leads.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import {
  isByHand,
  type LinkedInType,
  type StepByHand,
} from "../../campaigns/sequence/step-type.schema.ts";
import { toIso } from "../../clock.ts";
import type { LinkedInCapacity } from "./linkedin-room.ts";

/** So many tasks of one kind come up in a run at most; the next run is five minutes later. */
const MOST_A_RUN = 100;
const WIDTH = 8;
/** Of leads of several LinkedIn accounts: those of one whose day is full may stand before those of another. */
const MOST_READ = 200;

export type Room = Record<StepByHand, number>;

export const handTypesOf = ({ handTypes }: CampaignRecord): readonly StepByHand[] => [
  ...(handTypes ?? []),
];

/** How many tasks of each kind a run may make: on LinkedIn what is left of the day of all accounts that it works from. */
export function roomForTasks(capacities: readonly LinkedInCapacity[]): Room {
  const left = (type: LinkedInType) =>
    capacities.reduce((sum, capacity) => sum + capacity.left[type], 0);
  return {
    MANUAL_EMAIL: MOST_A_RUN,
    LI_VIEW: left("LI_VIEW"),
    LI_CONNECT: left("LI_CONNECT"),
    LI_MESSAGE: left("LI_MESSAGE"),
    LI_INMAIL: left("LI_INMAIL"),
    LI_ACTIVITY: left("LI_ACTIVITY"),
  };
}

/** Leads whose next step people do and which are due, earliest first: as many as there is room for, by what they wait for. */
export async function readDueByHand(
  campaign: CampaignRecord,
  [first]: readonly SequenceStep[],
  { at, room, newLeft, isShared }: { at: number; room: Room; newLeft: number; isShared: boolean },
): Promise<DueLead[]> {
  const key = { accountId: campaign.accountId, campaignId: campaign.campaignId };
  const until = toIso(at);
  const type = first?.seq_type ?? "EMAIL";
  const fresh = isByHand(type) ? Math.min(room[type], newLeft) : 0;
  const [waiting, begin] = await Promise.all([
    concurrently(handTypesOf(campaign), WIDTH, async (each) =>
      room[each] > 0
        ? listDueByHand({ ...key, type: each }, until, isShared ? MOST_READ : room[each])
        : [],
    ),
    fresh > 0 ? listDueFirst(key, until, fresh) : [],
  ]);
  return [...waiting.flat(), ...begin];
}
