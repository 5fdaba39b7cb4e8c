import { visibleCampaigns } from "../../campaigns/campaign/visible-campaigns.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { ImportJobEntity } from "./import-job.entity.ts";

/** Which of these imports are in reach: those into campaigns in reach. */
export async function visibleImports(
  accountId: number,
  scope: Scope,
  importIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { data } = await ImportJobEntity.get(
    importIds.map((importId) => ({ accountId, importId })),
  ).go({ consistent: true });
  const campaignIds = data.map(({ campaignId }) => campaignId);
  const campaigns = await visibleCampaigns(accountId, scope, campaignIds);
  return new Set(data.flatMap((job) => (campaigns.has(job.campaignId) ? [job.importId] : [])));
}
