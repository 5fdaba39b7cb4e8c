import type { LoaderFunctionArgs } from "@remix-run/node";
import { getThreadMessage } from "@thaw/core/inbox/thread/thread-detail";
import { requireActor } from "../../session.server.ts";

/** One message as it was written, when someone asks for the whole of it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { searchParams } = new URL(request.url);
  return getThreadMessage(actor, {
    thread_id: searchParams.get("thread") ?? "",
    message_id: searchParams.get("message") ?? "",
    show_images: searchParams.get("images") === "true",
  });
}
