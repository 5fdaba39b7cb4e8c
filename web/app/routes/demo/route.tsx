import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { requireRequest } from "@thaw/core/kernel/request-rate/request-rate";
import { enterDemo, fillDemo, setDemoSpeed } from "@thaw/core/workspace/demo/demo";
import * as v from "valibot";
import { readForm } from "../../read-form.server.ts";
import { destinationOf, requireActor, startSession, visitor } from "../../session.server.ts";

const Sent = v.variant("intent", [
  v.object({ intent: v.literal("enter"), next: v.optional(v.string()) }),
  v.object({ intent: v.literal("speed"), speed: v.string() }),
  v.object({ intent: v.literal("fill") }),
]);

export function loader() {
  return redirect("/");
}

/** What the demo world's own buttons do. Elsewhere its operations answer that there is none. */
export async function action({ request }: ActionFunctionArgs) {
  await requireRequest(visitor(request));
  const sent = v.safeParse(Sent, Object.fromEntries(await readForm(request, "visitor")));
  if (!sent.success) throw new Response("Unknown intent", { status: 400 });
  const form = sent.output;
  switch (form.intent) {
    case "enter": {
      const { token } = await enterDemo(visitor(request), {});
      return startSession(request, token, form.next || null);
    }
    case "speed": {
      const done = await setDemoSpeed(visitor(request), { speed: form.speed });
      return isWholePage(request) ? redirect(pageBefore(request)) : done;
    }
    case "fill":
      await fillDemo(await requireActor(request), {});
      return redirect("/app/email-campaign/all");
    default:
      return form satisfies never;
  }
}

/** The browser sent the form itself: the page's scripts had not arrived yet. */
const isWholePage = (request: Request) => request.headers.get("sec-fetch-mode") === "navigate";

function pageBefore(request: Request): string {
  const referrer = request.headers.get("referer") ?? "";
  if (!URL.canParse(referrer)) return "/";
  const { pathname, search } = new URL(referrer);
  return destinationOf(pathname + search);
}
