import type { LoaderFunctionArgs } from "@remix-run/node";
import { countUnread } from "@thaw/core/inbox/thread/thread";
import { requireActor } from "../../session.server.ts";

/** The count beside Inbox, read again when something came in. */
export async function loader({ request }: LoaderFunctionArgs) {
  return Response.json(await countUnread(await requireActor(request), {}));
}
