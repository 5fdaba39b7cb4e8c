import type { Params } from "@remix-run/react";
import type { Actor } from "@thaw/core/actor";
import { getCampaign } from "@thaw/core/campaigns/campaign/campaign";
import type { CampaignWithFigures } from "@thaw/core/campaigns/campaign/campaign.schema";
import { notFound } from "@thaw/core/error";
import { idInPath } from "../../path-id.server.ts";

/** @throws AppError not_found where the address names another campaign's subsequence, or none */
export async function requireSubsequence(
  actor: Actor,
  { id, parentId }: Params,
): Promise<CampaignWithFigures> {
  const subsequence = await getCampaign(actor, { campaign_id: idInPath(id, "subsequence") });
  if (String(subsequence.parent_id) !== parentId) throw notFound("subsequence");
  return subsequence;
}
