import { NOBODY } from "@thaw/core/actor";
import {
  previewUnsubscribe,
  recordClick,
  recordOpen,
  unsubscribe,
} from "@thaw/core/engine/tracking/tracking";
import { AppError } from "@thaw/core/error";
import { originOfRequest } from "@thaw/core/origin";
import { type Context, Hono } from "hono";
import type { ApiEnv } from "./respond.ts";
import { brokenLinkPage, unsubscribePage } from "./unsubscribe-page.ts";

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
export const tracking = new Hono<ApiEnv>().basePath("/");

tracking.get("/o/:token", async (c) => {
  // A HEAD only asks whether there is something: nobody saw a mail.
  if (c.req.method !== "HEAD") await recordOpen(visitor(c), visitOf(c));
  return c.body(PIXEL, 200, { "content-type": "image/gif", "cache-control": NEVER_CACHED });
});

tracking.get("/c/:token", async (c) => {
  if (c.req.method === "HEAD") return c.body(null, 200, { "cache-control": NEVER_CACHED });
  const visited = await orBroken(c, () => recordClick(visitor(c), visitOf(c)));
  if (!visited) return page(c, brokenLinkPage(false), 404);
  return c.body(null, 302, { location: visited.url, "cache-control": NEVER_CACHED });
});

tracking.get("/u/:token", async (c) => {
  const linked = await orBroken(c, () => previewUnsubscribe(NOBODY, visitOf(c)));
  if (!linked) return page(c, brokenLinkPage(true), 404);
  const { unsubscribed, ...names } = linked;
  return page(c, unsubscribePage({ ...names, state: unsubscribed ? "done" : "ask" }));
});

// RFC 8058 3.1: the mail program posts List-Unsubscribe=One-Click here without asking anyone; so does our own page.
tracking.post("/u/:token", async (c) => {
  const linked = await orBroken(c, () => unsubscribe(NOBODY, visitOf(c)));
  if (!linked) return page(c, brokenLinkPage(true), 404);
  return page(c, unsubscribePage({ ...linked, state: "done" }));
});

/** Undefined for a person whose link is none of ours; programs get the error as everywhere. */
async function orBroken<T>(c: Context<ApiEnv>, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    const isBroken = error instanceof AppError && error.code === "not_found";
    if (isBroken && c.req.header("accept")?.includes("text/html")) return undefined;
    throw error;
  }
}

/** The address is a secret of the people who have the mail: it is not kept and not passed on. */
function page(
  c: Context<ApiEnv>,
  content: ReturnType<typeof unsubscribePage>,
  status: 200 | 404 = 200,
) {
  return c.html(content, status, {
    "cache-control": NEVER_CACHED,
    "referrer-policy": "no-referrer",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  });
}
