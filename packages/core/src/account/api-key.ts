import { createHash, randomBytes } from "node:crypto";
import { commit, type PendingWrite, TransactionRefused } from "@thaw/data/transact";
import * as v from "valibot";
import { permissionsOf } from "../access/access-table.ts";
import { WHOLE_ACCOUNT } from "../access/scope.ts";
import { standingOf } from "../access/standing.ts";
import { recordAct } from "../activity-log/record-act.ts";
import type { Actor } from "../actor.ts";
import { now, nowIso } from "../clock.ts";
import { AppError, notFound } from "../error.ts";
import { operation } from "../operation.ts";
import { AccountEntity } from "./account.entity.ts";
import { Nothing } from "./account.schema.ts";
import { readPlan } from "./account-plan.ts";
import { ApiKeyEntity } from "./api-key.entity.ts";
import { takeAttempt } from "./attempt.ts";
import { findUser } from "./user.ts";

const KEY = /^[0-9a-f]{40}$/;
const REQUESTS = { kind: "api-key", limit: 60, windowMs: 60_000 };

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");

/** Gives the account a new API key of 40 hex digits, shown this once. The one before is dead at once. */
export const rotateApiKey = operation({
  permission: "account:write",
  input: Nothing,
  output: v.object({ api_key: v.string() }),
  async run(actor) {
    const { accountId, userId } = actor;
    const { data: account } = await AccountEntity.get({ accountId }).go({ consistent: true });
    if (!account) throw notFound("account");
    const old = account.apiKeyHash;
    const key = randomBytes(20).toString("hex");
    const keyHash = hashOf(key);
    try {
      await commit([
        AccountEntity.patch({ accountId })
          .set({ apiKeyHash: keyHash })
          .where((stored, is) =>
            old === undefined ? is.notExists(stored.apiKeyHash) : is.eq(stored.apiKeyHash, old),
          ),
        ApiKeyEntity.create({ keyHash, accountId, createdAt: nowIso(), createdBy: userId }),
        ...(old === undefined ? [] : [ApiKeyEntity.delete({ keyHash: old })]),
        recordAct(actor, { action: "key_made" }),
      ]);
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      throw new AppError("conflict", "Somebody changed the key a moment ago. Try again.");
    }
    return { api_key: key };
  },
});

/** For the transaction that shuts a member out: the account's key dies with them who made it. */
export async function revokeKeyOf(
  actor: Actor,
  { userId, email }: { userId: number; email: string },
): Promise<PendingWrite[]> {
  const { accountId } = actor;
  const { data: account } = await AccountEntity.get({ accountId }).go({ consistent: true });
  const keyHash = account?.apiKeyHash;
  if (keyHash === undefined) return [];
  const { data: key } = await ApiKeyEntity.get({ keyHash }).go({ consistent: true });
  if (key?.createdBy !== userId) return [];
  return [
    AccountEntity.patch({ accountId })
      .remove(["apiKeyHash"])
      .where((stored, is) => is.eq(stored.apiKeyHash, keyHash)),
    ApiKeyEntity.delete({ keyHash }),
    recordAct(actor, { action: "key_revoked", target: email }),
  ];
}

/**
 * Whom an API key speaks for: the account, with its owner's rights.
 *
 * @throws AppError unauthenticated for a key that is not or no longer valid; rate_limited after 60 requests in a minute
 */
export async function authenticateApiKey(key: string): Promise<Actor> {
  const keyHash = hashOf(key);
  const { data } = KEY.test(key)
    ? await ApiKeyEntity.get({ keyHash }).go({ consistent: true })
    : { data: null };
  if (!data) throw invalidKey();
  if ((await takeAttempt(REQUESTS, keyHash)) === undefined) {
    throw new AppError("rate_limited", "An API key takes 60 requests a minute");
  }
  const { accountId } = data;
  // The account is known by its owner's id.
  const [owner, { state }] = await Promise.all([
    findUser({ accountId, userId: accountId }),
    readPlan(accountId),
  ]);
  if (owner?.status !== "active" || !owner.isEmailVerified) throw invalidKey();
  return {
    kind: "owner",
    accountId,
    userId: accountId,
    permissions: permissionsOf("OWNER"),
    scope: WHOLE_ACCOUNT,
    standing: standingOf(owner, state, now()),
  };
}

const invalidKey = () => new AppError("unauthenticated", "This API key is not valid");
