import { concurrently } from "@thaw/data/concurrently";
import { writeIfExpected } from "@thaw/data/condition";
import * as v from "valibot";
import { requirePlanPart } from "../access/standing.ts";
import { unblockLead } from "../campaign-lead/unblock-lead.ts";
import { DO_NOT_CONTACT } from "../category/category.schema.ts";
import { AppError, notFound } from "../error.ts";
import { unflagBounced } from "../lead/lead-delivery.ts";
import { findLeadIds, findLeads } from "../lead/lead-record.ts";
import { readList } from "../lead-import/read-list.ts";
import { operation } from "../operation.ts";
import { SuppressionEntity } from "./suppression.entity.ts";
import {
  AddSuppressions,
  entriesOf,
  isEntry,
  OPTED_OUT,
  RemoveSuppression,
  type SuppressionSource,
  SuppressionsAdded,
} from "./suppression.schema.ts";
import { addedBy, findSuppressed, optOut, suppress } from "./suppression.ts";

const WIDTH = 16;
/** One request has to be able to add them all and block their leads. */
export const MAX_LIST_ROWS = 10_000;

/** Puts up to 400 addresses and domains on the block list. */
export const addSuppressions = operation({
  permission: "labels:add",
  input: AddSuppressions,
  output: SuppressionsAdded,
  async run(actor, given) {
    requirePlanPart(actor, "global_block_list");
    const { accountId, userId } = actor;
    const entries = entriesOf(given);
    const valid = [...new Set(entries.filter(isEntry))];
    const invalid = entries.filter((value) => !isEntry(value)).length;
    return {
      ...(await addAll(accountId, valid, { source: addedBy(actor), createdBy: userId })),
      invalid,
    };
  },
});

/** Puts the addresses and domains of an uploaded CSV file on the block list. */
export const addSuppressionFile = operation({
  permission: "labels:add",
  input: v.object({ file_key: v.pipe(v.string(), v.maxLength(200)) }),
  output: SuppressionsAdded,
  async run(actor, { file_key }) {
    requirePlanPart(actor, "global_block_list");
    const { accountId, userId } = actor;
    const rules = { isEntry, maxRows: MAX_LIST_ROWS };
    const { values, invalid } = await readList(accountId, file_key, rules);
    return { ...(await addAll(accountId, values, { source: "csv", createdBy: userId })), invalid };
  },
});

async function addAll(
  accountId: number,
  values: readonly string[],
  origin: { source: SuppressionSource; createdBy: number },
): Promise<{ added: number; existing: number }> {
  const results = await concurrently(values, WIDTH, (value) =>
    (value.includes("@") ? optOut : suppress)(accountId, value, origin),
  );
  const added = results.filter(Boolean).length;
  return { added, existing: results.length - added };
}

/**
 * Takes an entry off the block list. An address's lead is no longer BLOCKED (D8.1), unless a domain still covers it or its
 * category is Do Not Contact.
 *
 * @throws AppError invalid at `opted_out` where the person said no and nobody has confirmed to know that
 */
export const removeSuppression = operation({
  permission: "labels:write",
  input: RemoveSuppression,
  output: v.object({ value: v.string(), unblocked: v.number() }),
  async run(actor, { value, opted_out: isKnown }) {
    requirePlanPart(actor, "global_block_list");
    const { accountId, userId } = actor;
    const { data: entry } = await SuppressionEntity.get({ accountId, value }).go({
      consistent: true,
    });
    if (!entry) throw notFound("entry");
    if (OPTED_OUT.has(entry.source) && !isKnown) {
      const said = entry.source === "unsubscribe" ? "unsubscribed" : "complained";
      const message = `This person ${said} on ${entry.createdAt.slice(0, 10)}. Confirm that you may write to them again.`;
      throw new AppError("invalid", message, { opted_out: [message] });
    }
    const removed = await writeIfExpected(
      SuppressionEntity.remove({ accountId, value }).where((row, op) =>
        op.eq(row.source, entry.source),
      ),
    );
    if (!removed) throw notFound("entry");
    if (entry.source === "bounce") await trustAgain(accountId, value);
    return { value, unblocked: value.includes("@") ? await unblock(accountId, value, userId) : 0 };
  },
});

async function trustAgain(accountId: number, email: string): Promise<void> {
  const [leadId] = await findLeadIds(accountId, [email]);
  if (leadId !== undefined) await unflagBounced(accountId, leadId);
}

async function unblock(accountId: number, email: string, userId: number): Promise<number> {
  const [[leadId], suppressed] = await Promise.all([
    findLeadIds(accountId, [email]),
    findSuppressed(accountId, [email]),
  ]);
  if (leadId === undefined || suppressed.size > 0) return 0;
  const lead = (await findLeads(accountId, [leadId])).get(leadId);
  if (!lead || lead.categoryId === DO_NOT_CONTACT) return 0;
  const changed = await concurrently([...(lead.campaignIds ?? [])], WIDTH, (campaignId) =>
    unblockLead({ accountId, campaignId, leadId }, userId),
  );
  return changed.filter((status) => status !== undefined).length;
}
