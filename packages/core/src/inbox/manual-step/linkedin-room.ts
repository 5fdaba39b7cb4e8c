import { mayUseLinkedIn } from "../../accounts/subscription-plan/linkedin-access.ts";
import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { isLinkedIn, type LinkedInType } from "../../campaigns/sequence/step-type.schema.ts";
import { findLinkedInAccounts, hasConnector } from "../../senders/linkedin/linkedin-record.ts";
import { readLinkedInLeft } from "./linkedin-day.ts";

/** Campaigns that have chosen no LinkedIn account work from one that nobody has entered. */
export const UNNAMED = 0;

/** A LinkedIn account that leads are worked from, and how much of its day is left. */
export type LinkedInCapacity = {
  linkedinId: number;
  name: string;
  /** The connector does what comes up. */
  isAutomatic: boolean;
  left: Record<LinkedInType, number>;
};

/** The LinkedIn accounts in use that a campaign has chosen; none where the plan has no LinkedIn. */
export async function readLinkedInCapacities(
  campaign: Pick<CampaignRecord, "accountId" | "handTypes" | "linkedinIds">,
  day: string,
): Promise<LinkedInCapacity[]> {
  const { accountId, handTypes = [], linkedinIds = [] } = campaign;
  if (![...handTypes].some(isLinkedIn) || !(await mayUseLinkedIn(accountId))) return [];
  if (linkedinIds.length === 0) {
    const left = await readLinkedInLeft({ accountId, linkedinId: UNNAMED, day });
    return [{ linkedinId: UNNAMED, name: "", isAutomatic: false, left }];
  }
  const accounts = await findLinkedInAccounts(accountId, linkedinIds);
  const isConnected = accounts.some(({ ref }) => ref) && (await hasConnector(accountId));
  return Promise.all(
    accounts
      .filter(({ progress }) => progress === "SUCCESS")
      .map(async ({ linkedinId, name, ref }) => ({
        linkedinId,
        name,
        isAutomatic: isConnected && ref !== undefined,
        left: await readLinkedInLeft({ accountId, linkedinId, day }),
      })),
  );
}

/**
 * From which a lead's next step is done: from the one that the lead was worked from before, else from the one with the most
 * left. Undefined where there is none left for this step today.
 */
export function linkedInCapacityFor(
  capacities: readonly LinkedInCapacity[],
  { linkedinId }: { linkedinId?: number | undefined },
  type: LinkedInType,
): LinkedInCapacity | undefined {
  const own = capacities.find((capacity) => capacity.linkedinId === linkedinId);
  const [first] = [...capacities].sort((one, other) => other.left[type] - one.left[type]);
  const capacity = own ?? first;
  return capacity && capacity.left[type] > 0 ? capacity : undefined;
}
