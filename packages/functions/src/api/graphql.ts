import { AppError } from "@thaw/core/error";
import { Hono } from "hono";
import { type Answer, format, prepare } from "../graphql/run.ts";
import type { ApiEnv } from "./respond.ts";

/**
 * GraphQL over HTTP: `{query, variables?, operationName?}` by POST. What was not begun has the status of its first error;
 * errors of what was come beside the data with 200.
 */
export const graphql = new Hono<ApiEnv>()
  .post("/", async (c) => {
    const { actor } = c.var;
    if (actor.sessionId === undefined) {
      const error = new AppError("unauthenticated", "GraphQL takes the bearer token of a session");
      return c.json({ errors: [format(error)] }, error.status);
    }
    const prepared = prepare(await c.req.json().catch(() => undefined));
    if ("errors" in prepared) return c.json(prepared, 400);
    if (prepared.kind === "subscription") {
      const error = new AppError("invalid", "Subscriptions need the websocket");
      return c.json({ errors: [format(error)] }, 400);
    }
    return c.json<Answer>(await prepared.run({ actor }));
  })
  .all("/", (c) => {
    c.header("allow", "POST");
    const message = "GraphQL is asked by POST, or through the websocket";
    return c.json({ ok: false, code: "invalid", message, status: 405 }, 405);
  });
