import type { LoaderFunctionArgs } from "@remix-run/node";
import { listCampaigns } from "@thaw/core/campaigns/campaign/campaign";
import { requireActor } from "../../session.server.ts";

const SHOWN = 20;

/** Campaigns by a part of their name, for a field that chooses one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const search = new URL(request.url).searchParams.get("search")?.trim().slice(0, 200);
  const { items } = await listCampaigns(actor, { limit: SHOWN, ...(search ? { search } : {}) });
  const isOpen = ({ status }: (typeof items)[number]) =>
    status !== "STOPPED" && status !== "ARCHIVED";
  return { campaigns: items.filter(isOpen).map(({ id, name }) => ({ id, name })) };
}
