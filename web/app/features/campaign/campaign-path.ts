type Placed = { id: number; parent_id?: number | undefined };

/** Where a campaign is shown; a subsequence is shown under its campaign. */
export const campaignPath = ({ id, parent_id }: Placed): string =>
  parent_id === undefined
    ? `/app/email-campaign/${id}`
    : `/app/campaign/${parent_id}/subsequence/${id}`;

/** Where a subsequence of a campaign is begun. */
export const newSubsequencePath = (parentId: number): string =>
  `/app/campaign/${parentId}/new-subsequence`;

/** Where it is built. */
export const builderPath = (campaign: Placed): string =>
  campaign.parent_id === undefined
    ? `/app/email-campaign/new-campaign?id=${campaign.id}`
    : `${campaignPath(campaign)}/build`;
