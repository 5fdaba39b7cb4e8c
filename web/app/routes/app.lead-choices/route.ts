import type { LoaderFunctionArgs } from "@remix-run/node";
import { listLeads } from "@thaw/core/leads/lead/lead-list";
import { requireActor } from "../../session.server.ts";

const SHOWN = 20;

/** Leads by beginnings of words of their address, name or company, for a field that chooses one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const search = new URL(request.url).searchParams.get("search")?.trim().slice(0, 200);
  const { items } = await listLeads(actor, { limit: SHOWN, ...(search ? { search } : {}) });
  return {
    leads: items.map(({ id, email, first_name, last_name }) => ({
      id,
      email,
      name: [first_name, last_name].filter(Boolean).join(" "),
    })),
  };
}
