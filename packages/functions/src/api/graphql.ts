import { AppError } from "@thaw/core/error";
import { localeOf } from "@thaw/text/locale";
import { keysOf, renderText } from "@thaw/text/render";
import { say } from "@thaw/text/say";
import { Hono } from "hono";
import { type Answer, format, prepare } from "../graphql/run.ts";
import type { ApiEnv } from "./respond.ts";

/**
 * GraphQL over HTTP: `{query, variables?, operationName?}` by POST. What was not begun has the status of its first error;
 * errors of what was come beside the data with 200.
 */
export const graphql = new Hono<ApiEnv>()
  .basePath("/v1/graphql")
  .post("/", async (c) => {
    const { actor } = c.var;
    const locale = localeOf(c.req.header("accept-language"));
    if (actor.sessionId === undefined) {
      const error = new AppError("unauthenticated", "request.graphqlNeedsBearer");
      return c.json({ errors: [format(error, locale)] }, error.status);
    }
    const prepared = prepare(await c.req.json().catch(() => undefined), locale);
    if ("errors" in prepared) return c.json(prepared, 400);
    if (prepared.kind === "subscription") {
      const error = new AppError("invalid", "request.subscriptionsNeedSocket");
      return c.json({ errors: [format(error, locale)] }, 400);
    }
    return c.json<Answer>(await prepared.run({ actor }));
  })
  .all("/", (c) => {
    c.header("allow", "POST");
    const text = say("request.graphqlByPost");
    const message = renderText(localeOf(c.req.header("accept-language")), text);
    return c.json({ ok: false, code: "invalid", message, ...keysOf({ text }), status: 405 }, 405);
  });
