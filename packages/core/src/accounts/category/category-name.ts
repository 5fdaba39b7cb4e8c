import {
  clientOfCampaign,
  clientsOfCampaigns,
} from "../../campaigns/campaign/visible-campaigns.ts";
import { CATEGORIES, findCategory, NOT_ASSIGNED } from "./category.schema.ts";
import { findCategoryRecord } from "./category-record.ts";

type Asking = Parameters<typeof clientOfCampaign>[0];

/**
 * The name of a lead's category for a campaign's email; none where the lead has no category, or one that was deleted. A
 * client's campaign does not see what the lead told others: none either where the lead is also in a campaign that is not
 * the client's. Reads records only for clients, and for custom categories.
 */
export async function categoryName(
  campaign: Asking,
  lead: { campaign_ids?: readonly number[] | undefined },
  id: number,
): Promise<string | undefined> {
  if (id === NOT_ASSIGNED) return undefined;
  const { accountId } = campaign;
  const clientId = await clientOfCampaign(campaign);
  if (clientId !== undefined) {
    const ids = lead.campaign_ids ?? [];
    const clients = await clientsOfCampaigns(accountId, ids);
    if (ids.some((each) => clients.get(each) !== clientId)) return undefined;
  }
  return findCategory(CATEGORIES, id)?.name ?? (await findCategoryRecord(accountId, id))?.name;
}
