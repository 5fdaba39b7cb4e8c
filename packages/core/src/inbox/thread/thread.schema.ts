import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { CategoryId } from "../../accounts/category/category.schema.ts";
import { Id, Instant, limitUpTo, orderInput, PageInput } from "../../page.schema.ts";

export const FOLDERS = ["inbox", "unread", "sent", "reminders", "archived", "untracked"] as const;
export type Folder = (typeof FOLDERS)[number];
/**
 * The state of a thread: it waits for a reply (`inbox`), was answered last, was archived, is with a person who is no lead,
 * or contains only automatic emails.
 */
export const THREAD_STATES = ["inbox", "answered", "archived", "untracked", "automatic"] as const;
export const REPLY_STATUSES = [
  "FAILED",
  "COMPLETED",
  "INPROGRESS",
  "SCHEDULED",
  "SKIPPED",
] as const;
export const INBOUND_KINDS = [
  "human",
  "auto-reply",
  "out-of-office",
  "bounce",
  "complaint",
] as const;

export const Thread = v.object({
  id: v.number(),
  mailbox_id: v.number(),
  mailbox_email: v.string(),
  campaign_id: v.optional(v.number()),
  lead_id: v.optional(v.number()),
  email: v.string(),
  /** As their mail program writes it. */
  name: v.string(),
  /** The lead's own name and company, and the campaign's name; absent where nothing is known, and in answers to a change. */
  lead_name: v.optional(v.string()),
  company_name: v.optional(v.string()),
  campaign_name: v.optional(v.string()),
  subject: v.string(),
  snippet: v.string(),
  last_at: v.string(),
  is_unread: v.boolean(),
  state: v.picklist(THREAD_STATES),
  category_id: v.number(),
  /** The user who chose the category; 0 or absent when the product did. */
  category_by: v.optional(v.number()),
  /** The soonest reminder that nobody has dismissed. */
  reminder_at: v.optional(v.string()),
});
export type Thread = v.InferOutput<typeof Thread>;

export const ThreadMessage = v.object({
  id: v.string(),
  at: v.string(),
  direction: v.picklist(["in", "out"]),
  from: v.string(),
  to: v.string(),
  subject: v.string(),
  /** The new words without quotes. */
  text: v.string(),
  /** There is more to see than `text`: quotes, or HTML. */
  has_whole: v.boolean(),
  /** `text` leaves something out that people see: quotes, a signature, a link's target, a picture. */
  is_shortened: v.boolean(),
  too_large: v.boolean(),
  attachments: v.array(
    v.object({ file_name: v.string(), content_type: v.string(), size_bytes: v.number() }),
  ),
  kind: v.optional(v.picklist(INBOUND_KINDS)),
  status: v.optional(v.picklist(REPLY_STATUSES)),
  /** A mail of the campaign: its step. */
  step: v.optional(v.number()),
  failure: v.optional(v.string()),
  failure_key: v.optional(v.string()),
  /** An answer that waits: when it leaves. */
  leaves_at: v.optional(v.string()),
});
export type ThreadMessage = v.InferOutput<typeof ThreadMessage>;

export const ThreadDetail = v.object({
  ...Thread.entries,
  messages: v.array(ThreadMessage),
  /** Older messages than these are left out. */
  is_cut: v.boolean(),
  /** They asked to get no more mail: when they are unsubscribed unless someone says no. */
  removal_due_at: v.optional(v.string()),
});
export type ThreadDetail = v.InferOutput<typeof ThreadDetail>;

export const WholeMessage = v.object({
  text: v.string(),
  /** Sanitised; to be shown in a sandboxed frame. */
  html: v.optional(v.string()),
  /** Images that wait until someone asks for them. */
  remote_images: v.number(),
  too_large: v.boolean(),
});
export type WholeMessage = v.InferOutput<typeof WholeMessage>;

/** More would take more than four requests of the table. */
const MOST_LISTED = 100;

export const ListThreads = v.object({
  ...PageInput,
  limit: v.pipe(
    PageInput.limit,
    v.transform((limit) => Math.min(limit, MOST_LISTED)),
  ),
  folder: v.optional(v.picklist(FOLDERS), "inbox"),
  campaign_id: v.optional(Id),
  /** By their last mail; reminders by when they are due, the soonest being the "newest". */
  ...orderInput("newest"),
});
export const ThreadId = v.object({ thread_id: Id });

const MOST_MESSAGES = 1_000;
const USUAL_MESSAGES = 100;
/** `limit`: how many of the messages that came in or were written by hand, the newest. */
export const GetThread = v.object({
  ...ThreadId.entries,
  limit: limitUpTo(MOST_MESSAGES, USUAL_MESSAGES),
});
const MessageId = v.pipe(v.string(), v.maxLength(500));
export const GetMessage = v.object({
  thread_id: Id,
  message_id: MessageId,
  show_images: v.optional(v.union([v.boolean(), v.literal("true")])),
});
export const MarkThread = v.object({
  thread_id: Id,
  mark: v.picklist(["read", "unread", "archive", "unarchive"]),
  /** For "read": the newest message that was seen. A newer one keeps the thread unread. */
  seen_at: v.optional(Instant),
});
export const SetCategory = v.object({
  thread_id: Id,
  category_id: CategoryId,
});
export const SendReply = v.object({
  thread_id: Id,
  /** Plain text or simple HTML. */
  body: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(issueText("writeSomething")),
    v.maxLength(200_000, boundText("replyTooLong")),
  ),
});
export const ReplyId = v.object({ thread_id: Id, message_id: MessageId });
