import { loadBatched } from "@thaw/data/load-batched";
import type { PendingWrite } from "@thaw/data/transact";
import {
  type Category,
  findCategory,
  isBuiltIn,
  NOT_ASSIGNED,
} from "../../accounts/category/category.schema.ts";
import { readCategories, requireInUse } from "../../accounts/category/category-record.ts";
import { type MessageRecord, messageRead } from "../../campaigns/message/message-state.ts";
import { nowIso } from "../../clock.ts";
import { subjectOf } from "../../engine/delivery/finish-message.ts";
import { lateness } from "../../engine/delivery/message-proof.ts";
import { AppError } from "../../error.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { categoriseLead, findRecipient } from "../../leads/lead/lead-delivery.ts";
import { optOutPerson } from "../../leads/suppression/opt-out-person.ts";
import type { EntryOrigin } from "../../leads/suppression/suppression.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { changeThread, requireThread, type ThreadRecord } from "../thread/thread-store.ts";

type ThreadKey = { accountId: number; threadId: number };

export type Assignment = {
  categoryId: number;
  /** The user whose choice it is; 0 for the product's own. */
  by: number;
  /** Asked with the thread as it is at the moment of the write; without it anything may change. */
  mayChange?: (thread: ThreadRecord) => boolean;
  /** Of the conversation alone: its lead is in campaigns that the user does not reach. */
  keepsLead?: boolean;
  /** Written with the change, all or none. */
  along?: PendingWrite[];
};

/** `refused`: the category or the lead went away meanwhile, or one of `along` was refused. */
export type AssignmentResult = "assigned" | "kept" | "refused";

/**
 * Gives a conversation and its lead a category, with the event, all or none. What a category brings with it (D9: "Do Not
 * Contact" blocks) is the caller's.
 *
 * @throws AppError not_found for a conversation, invalid for a category that the account does not have
 */
export async function assignCategory(
  key: ThreadKey,
  { categoryId, by, mayChange = () => true, keepsLead = false, along = [] }: Assignment,
): Promise<AssignmentResult> {
  const { accountId } = key;
  const known = await readCategories(accountId);
  const category = requireCategory(known, categoryId);
  const { leadId, sendId } = await requireThread(accountId, key.threadId);
  const answered = sendId ? await loadBatched(messageRead({ accountId, sendId })) : undefined;
  const changesLead = leadId !== undefined && !keepsLead;
  const hasLead = changesLead && (await findRecipient(accountId, leadId)) !== undefined;
  const at = nowIso();
  let isKept = false;
  const after = await changeThread(
    key,
    (before) => {
      isKept = !mayChange(before) || (before.categoryId === categoryId && before.categoryBy === by);
      return isKept ? undefined : { categoryId, categoryBy: by, categoryAt: at };
    },
    (before) => [
      ...along,
      ...(isBuiltIn(categoryId) ? [] : [requireInUse(accountId, categoryId)]),
      ...(hasLead ? [categoriseLead(accountId, leadId, categoryId)] : []),
      ...(before.categoryId === categoryId
        ? []
        : categorised(before, category, { by, at, known, answered: answered ?? undefined })),
    ],
  );
  if (isKept) return "kept";
  return after ? "assigned" : "refused";
}

type Known = Awaited<ReturnType<typeof readCategories>>;

function requireCategory(known: Known, categoryId: number): Category {
  const category = findCategory(known, categoryId);
  if (category) return category;
  throw AppError.at("invalid", "category_id", "fields.categoryMissing");
}

/**
 * Whether AI has to leave the category alone: a person chose it, or removed it after the reply arrived. Where a person
 * removed it earlier, AI categorises the next reply.
 */
export function isPersonsChoice(
  { categoryId, categoryBy = 0, categoryAt = "" }: ThreadRecord,
  repliedAt: string,
): boolean {
  return categoryBy > 0 && (categoryId !== NOT_ASSIGNED || categoryAt >= repliedAt);
}

/**
 * Blocks a person who must not be contacted, at all of their addresses: for a client's user in the campaigns of that
 * client.
 */
export async function blockPerson(
  thread: ThreadRecord,
  by: Pick<EntryOrigin, "createdBy" | "clientId">,
): Promise<void> {
  await optOutPerson(thread, { source: "category", ...by });
}

function categorised(
  { accountId, campaignId, leadId, threadId, categoryId: oldId }: ThreadRecord,
  { id, sentiment }: Category,
  {
    by,
    at,
    known,
    answered,
  }: { by: number; at: IsoInstant; known: Known; answered: MessageRecord | undefined },
): PendingWrite[] {
  if (campaignId === undefined || leadId === undefined) return [];
  const wasPositive = findCategory(known, oldId)?.sentiment === "positive";
  const positive = Number(sentiment === "positive") - Number(wasPositive);
  return [
    eventItem({
      // It counts for the mail that was answered, and in time when the answer was.
      ...(answered
        ? { ...subjectOf(answered), ...lateness(answered, answered.repliedAt ?? at) }
        : {}),
      ...(positive === 0 ? {} : { positive }),
      accountId,
      campaignId,
      leadId,
      at,
      actorId: by,
      kind: "categorised",
      key: `${threadId}|${id}`,
      detail: `${oldId} ${id} ${sentiment}`,
    }),
  ];
}
