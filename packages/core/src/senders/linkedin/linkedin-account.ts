import { writeIfExpected } from "@thaw/data/condition";
import { pageOptions } from "@thaw/data/page-options";
import { commit } from "@thaw/data/transact";
import { lineOf, say } from "@thaw/text/say";
import { wordsToStore } from "@thaw/text/stored-text";
import * as v from "valibot";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import { mayUseLinkedIn } from "../../accounts/subscription-plan/linkedin-access.ts";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { AppError, notFound } from "../../error.ts";
import { dropClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { operation } from "../../operation.ts";
import { pageOf } from "../../page.schema.ts";
import { readStoredFor } from "../../read-stored.ts";
import { askConnector, type ConnectorAnswer, ConnectorFailure } from "./connector-request.ts";
import { leaveConnector } from "./leave-connector.ts";
import {
  AddLinkedInAccount,
  LinkedInAccount,
  LinkedInAccountId,
  type LinkedInProgress,
  MOST_LINKEDIN_ACCOUNTS,
} from "./linkedin.schema.ts";
import { LinkedInAccountEntity, linkedinIds } from "./linkedin-account.entity.ts";
import type { LinkedInAccountRecord } from "./linkedin-record.ts";
import { findConnector, profileClaim } from "./linkedin-record.ts";

type Key = { accountId: number; linkedinId: number };

async function readAll(accountId: number): Promise<LinkedInAccountRecord[]> {
  const { data } = await LinkedInAccountEntity.query
    .byAccount({ accountId })
    .go({ ...pageOptions(MOST_LINKEDIN_ACCOUNTS), consistent: true });
  return data;
}

/** @throws AppError not_found */
async function requireAccount(key: Key): Promise<LinkedInAccountRecord> {
  const { data } = await LinkedInAccountEntity.get(key).go({ consistent: true });
  if (!data) throw notFound("linkedinAccount");
  return data;
}

/** All that the account has; an agency's own, and so none of its clients'. */
export const listLinkedInAccounts = operation({
  permission: "campaigns:read",
  input: v.object({}),
  output: pageOf(LinkedInAccount),
  async run(actor) {
    const { accountId, scope } = actor;
    const items =
      scope.kind === "client"
        ? []
        : (await readAll(accountId)).map((record) => toAccount(actor, record));
    return { items, cursor: null, total: items.length };
  },
});

/**
 * Enters a LinkedIn account: INPROGRESS until its owner confirms it, or the connector answers (D24).
 *
 * @throws AppError plan_limit without LinkedIn in the plan, conflict for a profile that is there already
 */
export const addLinkedInAccount = operation({
  permission: "integrations:write",
  opensSecrets: "addLinkedInAccount",
  input: AddLinkedInAccount,
  output: LinkedInAccount,
  async run(actor, { name, profile_url: profileUrl }) {
    const { accountId, userId } = actor;
    if (!(await mayUseLinkedIn(accountId))) {
      throw new AppError("plan_limit", "linkedin.notInPlan");
    }
    if ((await readAll(accountId)).length >= MOST_LINKEDIN_ACCOUNTS) {
      throw new AppError("plan_limit", "linkedin.most", { most: MOST_LINKEDIN_ACCOUNTS });
    }
    const record: LinkedInAccountRecord = {
      accountId,
      linkedinId: await linkedinIds.next(accountId),
      name,
      profileUrl,
      progress: "INPROGRESS",
      createdAt: nowIso(),
      createdBy: userId,
    };
    const owner = { accountId, ownerId: record.linkedinId };
    await commit(
      [
        takeClaim(profileClaim(accountId, profileUrl), owner),
        LinkedInAccountEntity.create(record),
        recordAct(actor, { action: "linkedin_account_added", target: name }),
      ],
      { otherwise: profileTaken },
    );
    await connect(record);
    return toAccount(actor, await requireAccount(record));
  },
});

/** INPROGRESS → SUCCESS: its owner says that it works. */
export const confirmLinkedInAccount = operation({
  permission: "integrations:write",
  input: LinkedInAccountId,
  output: LinkedInAccount,
  run: (actor, { linkedin_account_id: linkedinId }) =>
    moveTo(actor, linkedinId, "SUCCESS", ["INPROGRESS"]),
});

/** → INVALID: its owner has lost it, or LinkedIn has shut it. Its leads wait until it is back. */
export const loseLinkedInAccount = operation({
  permission: "integrations:write",
  input: LinkedInAccountId,
  output: LinkedInAccount,
  run: (actor, { linkedin_account_id: linkedinId }) =>
    moveTo(actor, linkedinId, "INVALID", ["INPROGRESS", "SUCCESS"]),
});

/** INVALID → INPROGRESS, and once more to the connector where there is one. */
export const reconnectLinkedInAccount = operation({
  permission: "integrations:write",
  opensSecrets: "reconnectLinkedInAccount",
  input: LinkedInAccountId,
  output: LinkedInAccount,
  async run(actor, { linkedin_account_id: linkedinId }) {
    const key = { accountId: actor.accountId, linkedinId };
    await moveTo(actor, linkedinId, "INPROGRESS", ["INVALID"]);
    await connect(await requireAccount(key));
    return toAccount(actor, await requireAccount(key));
  },
});

/** Asks the connector how far an account is that it has not answered about yet. */
export const checkLinkedInAccount = operation({
  permission: "integrations:write",
  opensSecrets: "checkLinkedInAccount",
  input: LinkedInAccountId,
  output: LinkedInAccount,
  async run(actor, { linkedin_account_id: linkedinId }) {
    const record = await requireAccount({ accountId: actor.accountId, linkedinId });
    if (record.progress === "INPROGRESS") await connect(record);
    return toAccount(actor, await requireAccount(record));
  },
});

/** Campaigns that work from it go on with their others; tasks that people have stay. */
export const removeLinkedInAccount = operation({
  permission: "integrations:write",
  opensSecrets: "removeLinkedInAccount",
  input: LinkedInAccountId,
  output: v.object({ id: v.number() }),
  async run(actor, { linkedin_account_id: linkedinId }) {
    const { accountId } = actor;
    const record = await requireAccount({ accountId, linkedinId });
    const { name, profileUrl } = record;
    await commit(
      [
        LinkedInAccountEntity.remove({ accountId, linkedinId }),
        dropClaim(profileClaim(accountId, profileUrl)),
        recordAct(actor, { action: "linkedin_account_removed", target: name }),
      ],
      { otherwise: () => notFound("linkedinAccount") },
    );
    await leaveConnector(accountId, [record]);
    return { id: linkedinId };
  },
});

const profileTaken = () => AppError.at("conflict", "profile_url", "linkedin.profileTaken");

/** @throws AppError invalid_transition */
async function moveTo(
  actor: Actor,
  linkedinId: number,
  progress: LinkedInProgress,
  from: readonly LinkedInProgress[],
): Promise<LinkedInAccount> {
  const key = { accountId: actor.accountId, linkedinId };
  const before = await requireAccount(key);
  const isMoved = await writeIfExpected(
    LinkedInAccountEntity.patch(key)
      .set({ progress })
      .remove(["problem"])
      .where((row, op) => `(${from.map((each) => op.eq(row.progress, each)).join(" OR ")})`),
  );
  if (!isMoved) {
    throw new AppError("invalid_transition", "linkedin.progress", { progress: before.progress });
  }
  return toAccount(actor, await requireAccount(key));
}

/** Asks the connector, where there is one, to take an account, or how far it is. Without an answer it stays INPROGRESS. */
async function connect(record: LinkedInAccountRecord): Promise<void> {
  const { accountId, linkedinId, name, profileUrl, ref, refusals = 0 } = record;
  const connector = await findConnector(accountId);
  if (!connector) return;
  try {
    const answer = ref
      ? await askConnector(connector, { path: `/status/${ref}` })
      : await askConnector(connector, {
          path: "/connect",
          body: { account: { id: linkedinId, name, profile_url: profileUrl } },
          idempotencyKey: `connect-${accountId}-${linkedinId}-${refusals}`,
        });
    await noteAnswer(record, answer);
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    await note(record, {
      problem: lineOf(error.text),
      ...(error.isPassing ? {} : { progress: "INVALID" }),
    });
  }
}

function noteAnswer(
  record: LinkedInAccountRecord,
  { ref, status, message }: ConnectorAnswer,
): Promise<void> {
  if (status === "FAILED") {
    const problem = wordsToStore(message) || lineOf(say("linkedin.connectorRefused"));
    return note(record, { progress: "INVALID", problem });
  }
  return note(record, status === "PENDING" ? { ref } : { ref, progress: "SUCCESS" });
}

/** Nobody else may have decided meanwhile. A refused account is offered to the connector anew. */
async function note(
  { accountId, linkedinId }: Key,
  change: { progress?: LinkedInProgress; problem?: string; ref?: string },
): Promise<void> {
  await writeIfExpected(
    LinkedInAccountEntity.patch({ accountId, linkedinId })
      .set(change)
      .add(change.progress === "INVALID" ? { refusals: 1 } : {})
      .remove([
        ...(change.problem === undefined ? (["problem"] as const) : []),
        ...(change.progress === "INVALID" ? (["ref"] as const) : []),
      ])
      .where((row, op) => op.eq(row.progress, "INPROGRESS")),
  );
}

const toAccount = (actor: Actor, record: LinkedInAccountRecord): LinkedInAccount => ({
  id: record.linkedinId,
  name: record.name,
  profile_url: record.profileUrl,
  progress: record.progress,
  problem: null,
  ...readStoredFor(actor, "problem", record.problem),
  is_automatic: record.ref !== undefined,
  created_at: record.createdAt,
});
