import { useOutletContext } from "@remix-run/react";
import type {
  CampaignStatus,
  CampaignWithFigures,
} from "@thaw/core/campaigns/campaign/campaign.schema";

import type { ApprovalView } from "./approval.server.ts";

/** What the page of a campaign hands to its tabs. */
export type CampaignPage = {
  campaign: CampaignWithFigures;
  canWrite: boolean;
  approval: ApprovalView | null;
};

export const useCampaignPage = () => useOutletContext<CampaignPage>();

/** Where the header and the tabs of a campaign send their forms. */
export const campaignAddress = (id: number) => `/app/email-campaign/${id}`;

/** Where the menus of campaigns send their forms; a campaign's own page would not outlive its deletion. */
export const CAMPAIGN_LIST = "/app/email-campaign/all";

/** A draft goes on where it is built. */
export function campaignHome({ id, status }: { id: number; status: CampaignStatus }): string {
  return status === "DRAFTED"
    ? `/app/email-campaign/new-campaign?id=${id}`
    : `${campaignAddress(id)}/analytics`;
}
