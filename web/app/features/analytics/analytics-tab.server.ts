import type { LoaderFunctionArgs } from "@remix-run/node";
import { getCampaignAnalytics } from "@thaw/core/campaigns/campaign/campaign-analytics";
import { getVariantPanel } from "@thaw/core/campaigns/variant/variant-panel";
import { now, toIso } from "@thaw/core/clock";
import { AppError } from "@thaw/core/error";
import { renderError } from "@thaw/text/render";
import { localeOfRequest } from "../../locale.server.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const campaign_id = idInPath(params.id, "campaign");
  const asked = new URL(request.url).searchParams;
  const range = { from: asked.get("from") ?? undefined, to: asked.get("to") ?? undefined };
  const today = toIso(now()).slice(0, 10);
  const variants = await getVariantPanel(actor, { campaign_id });
  try {
    const given = Object.fromEntries(Object.entries(range).filter(([, day]) => day));
    return {
      variants,
      analytics: await getCampaignAnalytics(actor, { campaign_id, ...given }),
      asked: range,
      today,
      problem: undefined,
    };
  } catch (error) {
    // A range that cannot be shown is said where its days would stand.
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    return {
      variants,
      analytics: await getCampaignAnalytics(actor, { campaign_id }),
      asked: range,
      today,
      problem: { fields: {}, ...renderError(localeOfRequest(request), error) },
    };
  }
}
