import { NOBODY } from "@thaw/core/actor";
import { originOfRequest } from "@thaw/core/origin";
import {
  previewUnsubscribe,
  recordClick,
  recordOpen,
  unsubscribe,
} from "@thaw/core/tracking/tracking";
import { type Context, Hono } from "hono";
import type { ApiEnv } from "./respond.ts";
import { unsubscribePage } from "./unsubscribe-page.ts";

/** A transparent pixel, GIF89a. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const NEVER_CACHED = "no-store, no-cache, must-revalidate, private";

const visitOf = (c: Context<ApiEnv>) => ({
  token: c.req.param("token") ?? "",
  user_agent: c.req.header("user-agent") ?? "",
});

const visitor = (c: Context<ApiEnv>) => ({
  ...NOBODY,
  origin: originOfRequest(c.req.raw.headers),
});

/** The links inside mails. They are public, and a token that is not ours is a 404 and never a redirect. */
export const tracking = new Hono<ApiEnv>();

tracking.get("/o/:token", async (c) => {
  // A HEAD only asks whether there is something: nobody saw a mail.
  if (c.req.method !== "HEAD") await recordOpen(visitor(c), visitOf(c));
  return c.body(PIXEL, 200, { "content-type": "image/gif", "cache-control": NEVER_CACHED });
});

tracking.get("/c/:token", async (c) => {
  if (c.req.method === "HEAD") return c.body(null, 200, { "cache-control": NEVER_CACHED });
  const { url } = await recordClick(visitor(c), visitOf(c));
  return c.body(null, 302, { location: url, "cache-control": NEVER_CACHED });
});

tracking.get("/u/:token", async (c) => {
  const { email, unsubscribed } = await previewUnsubscribe(NOBODY, visitOf(c));
  return page(c, { email, state: unsubscribed ? "done" : "ask" });
});

// RFC 8058 3.1: the mail program posts List-Unsubscribe=One-Click here without asking anybody; so does our own page.
tracking.post("/u/:token", async (c) => {
  const { email } = await unsubscribe(NOBODY, visitOf(c));
  return page(c, { email, state: "done" });
});

/** The address is a secret of whoever has the mail: it is not kept and not passed on. */
function page(c: Context<ApiEnv>, content: Parameters<typeof unsubscribePage>[0]) {
  return c.html(unsubscribePage(content), 200, {
    "cache-control": NEVER_CACHED,
    "referrer-policy": "no-referrer",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  });
}
