import { concurrently } from "@thaw/data/concurrently";
import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import * as v from "valibot";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import { DO_NOT_CONTACT } from "../../accounts/category/category.schema.ts";
import type { Actor } from "../../actor.ts";
import { clientsOfCampaigns } from "../../campaigns/campaign/visible-campaigns.ts";
import { unblockLead } from "../../campaigns/campaign-lead/unblock-lead.ts";
import { AppError, notFound } from "../../error.ts";
import { requireEntitlement } from "../../kernel/access/account-status.ts";
import { operation } from "../../operation.ts";
import { unflagBounced } from "../lead/lead-delivery.ts";
import { findLeadIds, findLeads } from "../lead/lead-record.ts";
import { requireOwnUpload } from "../lead-import/lead-import.ts";
import { readList } from "../lead-import/read-list.ts";
import { listOf, originOfEntry } from "./entry-list.ts";
import { ACCOUNT_LIST, SuppressionEntity } from "./suppression.entity.ts";
import {
  AddSuppression,
  AddSuppressionFile,
  AddSuppressions,
  entriesOf,
  OPTED_OUT,
  RemoveSuppression,
  readEntry,
  SuppressionsAdded,
} from "./suppression.schema.ts";
import { type EntryOrigin, findSuppressed, optOut, suppress } from "./suppression.ts";

const WIDTH = 16;
/** One request has to be able to add them all and block their leads. */
export const MAX_LIST_ROWS = 10_000;

/** Puts an address or a domain on the block list. The leads of a domain are BLOCKED when their next mail is about to leave. */
export const addSuppression = operation({
  permission: "block-list:add",
  input: AddSuppression,
  output: v.object({ value: v.string(), added: v.boolean() }),
  async run(actor, { value, client_id }) {
    requireEntitlement(actor, "global_block_list");
    const { added } = await addAll(actor, [value], await originOfEntry(actor, client_id));
    return { value, added: added > 0 };
  },
});

/** Puts up to 400 addresses and domains on the block list. */
export const addSuppressions = operation({
  permission: "block-list:add",
  input: AddSuppressions,
  output: SuppressionsAdded,
  async run(actor, given) {
    requireEntitlement(actor, "global_block_list");
    const origin = await originOfEntry(actor, given.client_id);
    const written = entriesOf(given);
    const valid = written.flatMap((text) => readEntry(text) ?? []);
    const invalid = written.length - valid.length;
    return { ...(await addAll(actor, [...new Set(valid)], origin)), invalid };
  },
});

/** Puts the addresses and domains of an uploaded CSV file on the block list. */
export const addSuppressionFile = operation({
  permission: "block-list:add",
  input: AddSuppressionFile,
  output: SuppressionsAdded,
  async run(actor, { file_key, client_id }) {
    requireEntitlement(actor, "global_block_list");
    requireOwnUpload(actor, file_key);
    const origin = await originOfEntry(actor, client_id, "csv");
    const rules = { readEntry, maxRows: MAX_LIST_ROWS };
    const { values, invalid } = await readList(actor.accountId, file_key, rules);
    return { ...(await addAll(actor, values, origin)), invalid };
  },
});

async function addAll(
  { accountId }: Actor,
  values: readonly string[],
  origin: EntryOrigin,
): Promise<{ added: number; existing: number }> {
  const results = await concurrently(values, WIDTH, (value) =>
    (value.includes("@") ? optOut : suppress)(accountId, value, origin),
  );
  const added = results.filter(Boolean).length;
  return { added, existing: results.length - added };
}

const RemovedEntry = v.object({ value: v.string(), unblocked: v.number() });

/**
 * Takes an entry off the block list. An address's lead is no longer BLOCKED (D8.1), unless a domain still covers it or its
 * category is Do Not Contact.
 *
 * @throws AppError invalid at `opted_out` where the person said no and nobody has confirmed to know that
 */
export const removeSuppression = operation({
  permission: "block-list:write",
  input: RemoveSuppression,
  output: RemovedEntry,
  async run(actor, wanted) {
    requireEntitlement(actor, "global_block_list");
    return removeEntry(actor, wanted, ({ value, source }) => [
      // The log outlives the erasure of a person: it names domains alone.
      recordAct(actor, {
        action: "entry_deleted",
        target: value.includes("@") ? "" : value,
        detail: source,
      }),
    ]);
  },
});

/**
 * @param along writes that go with it
 * @throws AppError not_found, and invalid for somebody who has opted out
 */
export async function removeEntry(
  actor: Actor,
  { value, client_id, opted_out: isKnown }: v.InferOutput<typeof RemoveSuppression>,
  along: (entry: { value: string; source: string }) => PendingWrite[] = () => [],
): Promise<v.InferOutput<typeof RemovedEntry>> {
  const { accountId, userId } = actor;
  const key = { accountId, clientId: listOf(actor, client_id), value };
  const { data: entry } = await SuppressionEntity.get(key).go({ consistent: true });
  if (!entry) throw notFound("entry");
  if (OPTED_OUT.has(entry.source) && !isKnown) {
    const hasLeft = entry.source === "unsubscribe";
    const text = hasLeft ? "blockList.unsubscribed" : "blockList.complained";
    throw AppError.at("invalid", "opted_out", text, { date: entry.createdAt.slice(0, 10) });
  }
  const removed = await commitIfExpected([
    SuppressionEntity.remove(key).where((row, op) => op.eq(row.source, entry.source)),
    ...along(entry),
  ]);
  if (!removed) throw notFound("entry");
  if (entry.source === "bounce") await trustAgain(accountId, value);
  return { value, unblocked: value.includes("@") ? await unblock(key, userId) : 0 };
}

async function trustAgain(accountId: number, email: string): Promise<void> {
  const [leadId] = await findLeadIds(accountId, [email]);
  if (leadId !== undefined) await unflagBounced(accountId, leadId);
}

/** Where the entry held: a place stays BLOCKED whose address is still on the account's list or on that of its client. */
async function unblock(
  { accountId, clientId, value: email }: { accountId: number; clientId: number; value: string },
  userId: number,
): Promise<number> {
  const [leadId] = await findLeadIds(accountId, [email]);
  if (leadId === undefined) return 0;
  const lead = (await findLeads(accountId, [leadId])).get(leadId);
  if (!lead || lead.categoryId === DO_NOT_CONTACT) return 0;
  const all = [...(lead.campaignIds ?? [])];
  const clients = await clientsOfCampaigns(accountId, all);
  const campaignIds = all.filter((id) => clientId === ACCOUNT_LIST || clients.get(id) === clientId);
  const changed = await concurrently(campaignIds, WIDTH, async (campaignId) => {
    const suppressed = await findSuppressed(accountId, [email], clients.get(campaignId));
    if (suppressed.size > 0) return undefined;
    return unblockLead({ accountId, campaignId, leadId }, userId);
  });
  return changed.filter((status) => status !== undefined).length;
}
