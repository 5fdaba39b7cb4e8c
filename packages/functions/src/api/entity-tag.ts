import { createHash } from "node:crypto";
import { AppError } from "@thaw/core/error";
import type { Operation } from "@thaw/core/operation";
import type { Context } from "hono";

/**
 * The answer of a read with its entity tag; 304 without a body to a client that has it already (RFC 9110 13.1.2).
 * @param body JSON
 */
export function taggedAnswer(c: Context, body: string): Response {
  const digest = createHash("sha256").update(sorted(body)).digest("base64url");
  const tag = `W/"${digest.slice(0, 27)}${revisionIn(body)}"`;
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

/** What a change has to know of the version that it is of. */
const REVISION_FIELDS = ["expected_revision", "revision"] as const;

const TAG_OF_REVISION = /^(?:W\/)?"[\w-]{27}\.(\d+)"$/;

/** The end of a tag that If-Match reads. */
function revisionIn(body: string): string {
  const { data } = JSON.parse(body) as { data: { revision?: unknown } | null };
  return typeof data?.revision === "number" ? `.${data.revision}` : "";
}

/** The field of an operation's input that says which version it changes; undefined for one that knows no versions. */
export function revisionFieldOf({ input }: Pick<Operation, "input">): string | undefined {
  const entries = "entries" in input ? (input.entries as object) : {};
  return REVISION_FIELDS.find((field) => field in entries);
}

/**
 * What If-Match adds to the input of a change: the revision in the tag of what its caller read. The operation's own
 * condition then decides, so that nothing comes between looking and writing.
 *
 * @throws AppError precondition_failed for a tag that has no revision, or where there are none (RFC 9110 13.1.1)
 */
export function revisionAsked(c: Context, operation: Operation): object {
  const asked = c.req.header("if-match");
  if (asked === undefined) return {};
  const field = revisionFieldOf(operation);
  const revision = TAG_OF_REVISION.exec(asked.trim())?.[1];
  if (field === undefined || revision === undefined) throw changedSince();
  return { [field]: Number(revision) };
}

/** Runs a change: what was changed since its caller read it is 412, and 409 where the caller did not say what they read. */
export async function unlessChanged<Done>(c: Context, change: () => Promise<Done>): Promise<Done> {
  try {
    return await change();
  } catch (error) {
    const isStale = error instanceof AppError && error.code === "conflict" && !error.fields;
    throw isStale && c.req.header("if-match") !== undefined ? changedSince() : error;
  }
}

const changedSince = () => new AppError("precondition_failed", "request.changedSince");
