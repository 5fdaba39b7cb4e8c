import { authenticateToken } from "@thaw/core/account/session";
import { NOBODY } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { originOfRequest } from "@thaw/core/origin";
import { touchTable } from "@thaw/core/readiness";
import { Hono } from "hono";
import { auth } from "./auth.ts";
import { blockList } from "./block-list.ts";
import { campaigns } from "./campaigns.ts";
import { inbox } from "./inbox.ts";
import { leads } from "./leads.ts";
import { mailboxes } from "./mailboxes.ts";
import { type ApiEnv, onError } from "./respond.ts";
import { tracking } from "./tracking.ts";

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/;

/** The whole HTTP API. Each handler made by `respond` carries its operation, which the route table reads. */
export function createApi() {
  const api = new Hono<ApiEnv>();
  api.use(async (c, next) => {
    const requestId = c.req.header("x-request-id") ?? crypto.randomUUID();
    c.set("requestId", requestId);
    const origin = originOfRequest(c.req.raw.headers);
    c.set("actor", { ...NOBODY, requestId, origin });
    c.header("x-request-id", requestId);
    const authorization = c.req.header("authorization");
    if (authorization !== undefined) {
      const token = BEARER.exec(authorization)?.[1];
      if (!token) throw new AppError("unauthenticated", "The bearer token cannot be read");
      c.set("actor", { ...(await authenticateToken(token)), requestId, origin });
    }
    await next();
  });
  api.get("/healthz", (c) => c.json({ ok: true }));
  api.get("/readyz", async (c) => {
    await touchTable();
    return c.json({ ok: true });
  });
  api.route("/api/auth", auth);
  api.route("/api/campaigns", campaigns);
  api.route("/api/inbox", inbox);
  api.route("/api/leads", leads);
  api.route("/api/mailboxes", mailboxes);
  api.route("/api/block-list", blockList);
  api.route("/", tracking);
  api.notFound((c) =>
    c.json({ ok: false, code: "not_found", message: "There is nothing here", status: 404 }, 404),
  );
  api.onError(onError);
  return api;
}
