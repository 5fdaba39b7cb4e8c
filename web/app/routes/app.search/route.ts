import type { LoaderFunctionArgs } from "@remix-run/node";
import { searchEverything } from "@thaw/core/workspace/global-search/global-search";
import { requireActor } from "../../session.server.ts";

/** What the palette finds beyond the pages of the product. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const search = new URL(request.url).searchParams.get("q")?.trim().slice(0, 200) ?? "";
  return { search, found: search ? await searchEverything(actor, { search }) : null };
}
