import type { Origin } from "./actor.ts";

/** Set by whoever faces the browser (CloudFront's function, the local server), which drops one that came from outside. */
export const VIEWER_HEADER = "x-forwarded-viewer";

/** Where a request comes from. Of `x-forwarded-for` only the last address was seen by somebody we trust. */
export function originOfRequest(headers: Headers): Origin {
  const forwarded = headers.get("x-forwarded-for")?.split(",").at(-1);
  return {
    ip: (headers.get(VIEWER_HEADER) ?? forwarded ?? "").trim(),
    userAgent: headers.get("user-agent") ?? "",
  };
}
