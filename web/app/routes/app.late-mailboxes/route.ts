import type { LoaderFunctionArgs } from "@remix-run/node";
import { listLateMailboxes } from "@thaw/core/senders/mailbox/list-late-mailboxes";
import type { LateMailboxes } from "@thaw/core/senders/mailbox/mailbox.schema";
import { requireActor } from "../../session.server.ts";

export type LateNews = LateMailboxes & { canOpen: boolean };

/** What the inbox says above its list, read again now and then. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const late = await listLateMailboxes(actor, {});
  const canOpen = actor.permissions.has("mailboxes:read");
  return Response.json({ ...late, canOpen } satisfies LateNews);
}
