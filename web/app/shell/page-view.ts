/** What a page view says (D27): which screen, never which record on it, and a name that belongs to nobody. */
type PageView = { route_pattern: string; anonymous_id: string; at: string };

const IDENTITY = "thaw_visitor";

/** "routes/_app.app.lead.$id.view" is "/app/lead/:id/view"; layouts without a place in the address say nothing. */
export function routePattern(routeId: string): string {
  const segments = routeId.replace(/^routes\//, "").split(".");
  const shown = segments.filter((segment) => !segment.startsWith("_"));
  const words = shown.map((segment) => {
    const word = segment.replace(/_$/, "");
    if (word === "$") return "*";
    return word.startsWith("$") ? `:${word.slice(1)}` : word;
  });
  return `/${words.join("/")}`;
}

export const pageView = (routeId: string, anonymousId: string, at: number): PageView => ({
  route_pattern: routePattern(routeId),
  anonymous_id: anonymousId,
  at: new Date(at).toISOString(),
});

/** The same as long as the browser's storage is: the end of a session empties it. */
export function anonymousId(store: Pick<Storage, "getItem" | "setItem">): string {
  const known = store.getItem(IDENTITY);
  if (known) return known;
  const fresh = crypto.randomUUID();
  store.setItem(IDENTITY, fresh);
  return fresh;
}

/** Tells the sink and waits for nothing. A refusal is no matter of the user's. */
export function sendPageView(sink: string, view: PageView): void {
  const request = fetch(sink, {
    method: "POST",
    // Plain text asks the sink for no permission beforehand.
    mode: "no-cors",
    body: JSON.stringify(view),
    keepalive: true,
    credentials: "omit",
    // The address of the page has the ids that the pattern leaves out.
    referrerPolicy: "no-referrer",
  });
  request.catch(() => {});
}
