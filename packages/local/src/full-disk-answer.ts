import { localeOf } from "@thaw/text/locale";
import { keysOf, renderText } from "@thaw/text/render";
import { say } from "@thaw/text/say";
import type { MiddlewareHandler } from "hono";
import { html } from "hono/html";
import type { Disk } from "./disk.ts";

const RETRY_SECONDS = "60";
/** Remix reads these by a protocol of its own, and shows its page of errors. */
const PAGE_DATA = /\.data$/;

/** What failed because the disk is full says so, with 503, instead of speaking of a fault of the product. */
export function fullDiskAnswer(disk: Pick<Disk, "isFull">): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.status < 500 || !disk.isFull() || PAGE_DATA.test(c.req.path)) return;
    const text = say("request.diskFull");
    const message = renderText(localeOf(c.req.header("accept-language")), text);
    const headers = { "retry-after": RETRY_SECONDS, "cache-control": "no-store" };
    const isPage = c.req.header("accept")?.includes("text/html") ?? false;
    c.res = undefined;
    c.res = isPage
      ? await c.html(
          html`<!doctype html><meta charset="utf-8"><title>Thaw</title><p>${message}</p>`,
          503,
          headers,
        )
      : c.json(
          { ok: false, code: "unavailable", message, ...keysOf({ text }), status: 503 },
          503,
          headers,
        );
  };
}
