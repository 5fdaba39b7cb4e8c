import { useOutletContext } from "@remix-run/react";
import type { CampaignWithFigures } from "@thaw/core/campaign/campaign.schema";

/** What the page of a campaign hands to its tabs. */
export type CampaignPage = { campaign: CampaignWithFigures; canWrite: boolean };

export const useCampaignPage = () => useOutletContext<CampaignPage>();

/** Where the header and the tabs of a campaign send their forms. */
export const campaignAddress = (id: number) => `/app/email-campaign/${id}`;
