import type { LoaderFunctionArgs } from "@remix-run/node";
import { findClients } from "../../features/client/client-names.server.ts";
import { requireActor } from "../../session.server.ts";

/** Clients by a part of their name or address, for filters and fields that choose one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const search = new URL(request.url).searchParams.get("search")?.trim().slice(0, 200);
  return { choices: await findClients(actor, search) };
}
