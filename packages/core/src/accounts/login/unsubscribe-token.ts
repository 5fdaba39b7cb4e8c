import * as v from "valibot";
import type { Actor, Permission } from "../../actor.ts";
import { now, spanOf, toIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { requirePermission } from "../../kernel/access/require-permission.ts";
import { operation } from "../../operation.ts";
import { Nothing } from "../account/account.schema.ts";
import { authenticateToken, readActor } from "../session/session.ts";
import { readToken, signToken } from "./signed-token.ts";

const LIFETIME_MS = 60 * 60_000;
const ALLOWED: readonly Permission[] = ["leads:read", "leads:write"];

/** A token that may preview and carry out unsubscribes for an hour, and nothing else; it ends with the session. */
export const createUnsubscribeToken = operation({
  permission: "signed_in",
  input: Nothing,
  output: v.object({ token: v.string(), expires_at: v.string() }),
  async run(actor) {
    const { sessionId, userId, accountId } = actor;
    requirePermission(actor, "leads:write");
    if (sessionId === undefined) throw new AppError("forbidden", "access.signedInOnly");
    const expiresAt = now() + spanOf(LIFETIME_MS);
    const claims = { sid: sessionId, sub: String(userId), pid: accountId };
    return {
      token: await signToken("unsubscribe", claims, expiresAt),
      expires_at: toIso(expiresAt),
    };
  },
});

/** As `authenticateToken`, which also takes a temporary token: its holder has rights for unsubscribing alone. */
export async function authenticateForUnsubscribing(token: string): Promise<Actor> {
  if (!(await readToken("unsubscribe", token))) return authenticateToken(token);
  const actor = await readActor("unsubscribe", token);
  const permissions = new Set(ALLOWED.filter((permission) => actor.permissions.has(permission)));
  return { ...actor, permissions };
}
