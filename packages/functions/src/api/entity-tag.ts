import { createHash } from "node:crypto";
import type { Context } from "hono";

/**
 * The answer of a read with its entity tag; 304 without a body to whoever has it already (RFC 9110 13.1.2).
 * @param body JSON
 */
export function taggedAnswer(c: Context, body: string): Response {
  const digest = createHash("sha256").update(sorted(body)).digest("base64url");
  const tag = `W/"${digest.slice(0, 27)}"`;
  c.header("etag", tag);
  // An answer is its caller's own, and is asked for anew each time.
  c.header("cache-control", "private, no-cache");
  c.header("vary", "Authorization, X-API-Key");
  if (isListed(tag, c.req.header("if-none-match"))) return c.body(null, 304);
  return c.body(body, 200, { "content-type": "application/json" });
}

/** If-None-Match compares weakly: RFC 9110 8.8.3.2. */
function isListed(tag: string, list: string | undefined): boolean {
  if (list === undefined) return false;
  if (list.trim() === "*") return true;
  return list.split(",").some((one) => isSame(one.trim(), tag));
}

const isSame = (one: string, other: string) => one.replace(/^W\//, "") === other.slice(2);

/** The table keeps no order of keys, so the same answer may come in another one: hence a weak tag. */
function sorted(json: string): string {
  return JSON.stringify(JSON.parse(json), (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
