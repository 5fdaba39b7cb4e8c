import { createHash, randomUUID } from "node:crypto";
import { concurrently } from "@thaw/data/concurrently";
import { commitIfExpected } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import type { ActivityAction } from "../../accounts/activity-log/activity-log.schema.ts";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import { findUser } from "../../accounts/user/user-record.ts";
import type { Actor } from "../../actor.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { now, nowIso } from "../../clock.ts";
import { AppError, notFound } from "../../error.ts";
import { operation } from "../../operation.ts";
import { removeFromCampaign } from "../lead/move-lead.ts";
import { requireOwnUpload } from "../lead-import/lead-import.ts";
import { removeEntry } from "../suppression/block-list.ts";
import { listOf } from "../suppression/entry-list.ts";
import { CsvDeletionEntity } from "./csv-deletion.entity.ts";
import {
  BlockListDeletionId,
  ConfirmBlockListDeletion,
  DeletionCounts,
  DeletionDone,
  type DeletionKind,
  DeletionRequested,
  LeadDeletionId,
  RequestBlockListDeletion,
  RequestLeadDeletion,
} from "./csv-deletion.schema.ts";
import { type DeletionList, readDeletionList } from "./deletion-list.ts";
import { mailDeletionLink } from "./deletion-mail.ts";

type Deletion = EntityItem<typeof CsvDeletionEntity>;
type Wanted = { kind: DeletionKind; campaignId: number; clientId: number };

const LIFETIME_MS = 24 * 3_600_000;
const WIDTH = 8;

const entriesOf = (clientId: number): Wanted => ({ kind: "block_list", campaignId: 0, clientId });
const leadsOf = (campaignId: number): Wanted => ({
  kind: "campaign_leads",
  campaignId,
  clientId: 0,
});

const hashOf = (identifier: string) => createHash("sha256").update(identifier).digest("hex");

/** Counts the campaign's leads that an uploaded list names and mails the caller a link that takes them out. */
export const requestLeadDeletion = operation({
  permission: "leads:write",
  input: RequestLeadDeletion,
  output: DeletionRequested,
  async run(actor, { campaign_id, file_key }) {
    const { name } = await requireCampaign(actor.accountId, campaign_id);
    return request(actor, leadsOf(campaign_id), { fileKey: file_key, name });
  },
});

/** Counts the entries of the block list that an uploaded list names and mails the caller a link that takes them off. */
export const requestBlockListDeletion = operation({
  permission: "block-list:write",
  input: RequestBlockListDeletion,
  output: DeletionRequested,
  async run(actor, { file_key, client_id }) {
    return request(actor, entriesOf(listOf(actor, client_id)), { fileKey: file_key, name: "" });
  },
});

async function request(
  actor: Actor,
  wanted: Wanted,
  { fileKey, name }: { fileKey: string; name: string },
) {
  const { accountId, userId } = actor;
  requireOwnUpload(actor, fileKey);
  const user = await findUser({ accountId, userId });
  if (!user) throw notFound("user");
  const { matched, unmatched, invalid, opted_out } = await readDeletionList({
    accountId,
    ...wanted,
    fileKey,
  });
  const counts = { matched, unmatched, invalid, opted_out };
  if (matched === 0) return counts;
  const identifier = randomUUID();
  const expiresAt = now() + LIFETIME_MS;
  await CsvDeletionEntity.create({
    accountId,
    identifierHash: hashOf(identifier),
    ...wanted,
    fileKey,
    matched,
    unmatched,
    invalid,
    optedOut: opted_out,
    createdAt: nowIso(),
    createdBy: userId,
    expiresAt,
    ttl: Math.ceil(expiresAt / 1000),
  }).go({ response: "none" });
  await mailDeletionLink(user, { ...wanted, identifier, matched, name });
  return { ...counts, mailed_to: user.email };
}

export const getLeadDeletion = operation({
  permission: "leads:write",
  input: LeadDeletionId,
  output: DeletionCounts,
  async run({ accountId }, { campaign_id, delete_identifier }) {
    return toCounts(await requireDeletion(accountId, delete_identifier, leadsOf(campaign_id)));
  },
});

export const getBlockListDeletion = operation({
  permission: "block-list:write",
  input: BlockListDeletionId,
  output: DeletionCounts,
  async run(actor, { delete_identifier }) {
    return toCounts(await requireListDeletion(actor, delete_identifier));
  },
});

/** Takes the leads that the list names out of the campaign. The link works once. */
export const confirmLeadDeletion = operation({
  permission: "leads:write",
  input: LeadDeletionId,
  output: DeletionDone,
  async run(actor, { campaign_id: campaignId, delete_identifier }) {
    const { accountId } = actor;
    const asked = await requireDeletion(accountId, delete_identifier, leadsOf(campaignId));
    const { name } = await requireCampaign(accountId, campaignId);
    const act = { action: "leads_deleted_by_file", target: name } as const;
    return confirm(actor, asked, act, ({ leadIds }) =>
      countDone(leadIds, (leadId) => removeFromCampaign(actor, { accountId, campaignId, leadId })),
    );
  },
});

/** Takes the entries that the list names off the block list; opt-outs only where asked for. The link works once. */
export const confirmBlockListDeletion = operation({
  permission: "block-list:write",
  input: ConfirmBlockListDeletion,
  output: DeletionDone,
  async run(actor, { delete_identifier, opted_out }) {
    const asked = await requireListDeletion(actor, delete_identifier);
    const whose = asked.clientId === 0 ? {} : { client_id: asked.clientId };
    const act = { action: "entries_deleted_by_file" } as const;
    return confirm(actor, asked, act, ({ entries }) =>
      countDone(
        entries.filter(({ isOptOut }) => opted_out || !isOptOut),
        ({ value }) => removeEntry(actor, { value, ...whose, opted_out }),
      ),
    );
  },
});

/** Uses the link up and deletes. Where that breaks off, the link works again. */
async function confirm(
  actor: Actor,
  deletion: Deletion,
  act: { action: ActivityAction; target?: string },
  work: (list: DeletionList) => Promise<number>,
): Promise<DeletionDone> {
  const { accountId, identifierHash } = deletion;
  const key = { accountId, identifierHash };
  const isOurs = await commitIfExpected([
    CsvDeletionEntity.patch(key)
      .set({ usedAt: nowIso() })
      .where((row, op) => op.notExists(row.usedAt)),
    recordAct(actor, { ...act, detail: String(deletion.matched) }),
  ]);
  if (!isOurs) throw linkExpired();
  try {
    const list = await readDeletionList(deletion);
    const deleted = await work(list);
    return { deleted, kept: list.matched - deleted };
  } catch (error) {
    await CsvDeletionEntity.patch(key).remove(["usedAt"]).go({ response: "none" });
    throw error;
  }
}

/** How many were deleted; what someone else deleted or changed meanwhile is left alone. */
async function countDone<Item>(
  items: readonly Item[],
  remove: (item: Item) => Promise<unknown>,
): Promise<number> {
  const results = await concurrently(items, WIDTH, async (item) => {
    try {
      await remove(item);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  });
  return results.filter(Boolean).length;
}

/** The same for everyone whose link it is not, so that nothing is learned from it. */
const linkExpired = () => new AppError("not_found", "leadFile.deletionLinkExpired");

/**
 * @throws AppError not_found for a link that was used, has expired, is for another kind of deletion or belongs to someone
 * else
 */
async function requireDeletion(
  accountId: number,
  identifier: string,
  { kind, campaignId }: Pick<Wanted, "kind" | "campaignId">,
): Promise<Deletion> {
  const { data } = await CsvDeletionEntity.get({
    accountId,
    identifierHash: hashOf(identifier),
  }).go({ consistent: true });
  const isOpen = data && data.usedAt === undefined && data.expiresAt > now();
  if (!isOpen || data.kind !== kind || data.campaignId !== campaignId) throw linkExpired();
  return data;
}

/** Of the account's entries or a client's: a client's link works for its own alone. */
async function requireListDeletion(actor: Actor, identifier: string): Promise<Deletion> {
  const deletion = await requireDeletion(actor.accountId, identifier, entriesOf(0));
  const { scope } = actor;
  if (scope.kind === "client" && scope.clientId !== deletion.clientId) throw linkExpired();
  return deletion;
}

const toCounts = ({ matched, unmatched, invalid, optedOut }: Deletion) => ({
  matched,
  unmatched,
  invalid,
  opted_out: optedOut,
});
