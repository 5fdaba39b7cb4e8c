import * as v from "valibot";
import { PlannedMail } from "./planned-mail.schema.ts";
import { WalkPosition } from "./walk.schema.ts";

const id = v.number();
const ofAccount = { accountId: id };
const ofCampaign = { ...ofAccount, campaignId: id };
/** From there on a campaign's leads are still to be looked at, a page a message. */
const walk = { ...ofCampaign, from: WalkPosition };

const PlanJob = v.variant("kind", [
  /** What an ACTIVE campaign sends next is planned. */
  v.object({ kind: v.literal("run"), ...ofCampaign }),
  /** The campaign was stopped: its leads are stopped. */
  v.object({ kind: v.literal("stop"), ...walk }),
  /** The campaign was completed and has got a further step: leads that have it before them go on. */
  v.object({ kind: v.literal("reopen"), ...walk }),
  /** Leads under way on another version of the sequence go on with this one. */
  v.object({
    kind: v.literal("adopt"),
    ...walk,
    version: v.number(),
    /** Only leads that have not had this step. */
    beforeStep: v.optional(v.number()),
    actorId: id,
  }),
  /** A lead has waited long enough to come into this subsequence. */
  v.object({ kind: v.literal("enter"), ...ofCampaign, leadId: id }),
  /** The subsequence was started: its parent's leads may wait for it from now on. */
  v.object({ kind: v.literal("await"), ...walk }),
  /** Leads are looked for whose planned mails have no job any more. */
  v.object({ kind: v.literal("seek"), ...walk }),
]);

const EraseJob = v.variant("kind", [
  v.object({ kind: v.literal("account"), ...ofAccount }),
  v.object({ kind: v.literal("lead"), ...ofAccount, erasureId: id }),
]);

/**
 * What each queue carries: ids, so that a consumer always reads the present state. A queue with several kinds of jobs has a
 * variant for each. Senders are typed by it, consumers read messages with it.
 */
/** What is left of something that is gone, a page a message. */
const CleanupJob = v.variant("kind", [
  /** The category was deleted: its leads have none. */
  v.object({ kind: v.literal("category"), ...ofAccount, categoryId: id }),
  /** The member was shut out: their open tasks are the owner's. */
  v.object({ kind: v.literal("member"), ...ofAccount, userId: id }),
]);

export const JOBS = {
  plan: PlanJob,
  send: v.object({
    ...ofCampaign,
    leadId: id,
    step: v.number(),
    /** Of a mail that may have no record but its lead's. */
    plan: v.optional(PlannedMail),
    /** There is a record of its own, to be looked at first. */
    isBegun: v.optional(v.boolean()),
  }),
  poll: v.object({
    mailboxes: v.array(v.object({ ...ofAccount, mailboxId: id })),
    /** Of which five minutes; absent where someone wants the mailboxes read now. */
    cycle: v.optional(v.number()),
    /** They are read every half hour: no later job follows soon. */
    isRare: v.optional(v.boolean()),
  }),
  import: v.object({ ...ofAccount, importId: id }),
  export: v.object({ ...ofAccount, exportId: id }),
  reply: v.object({ ...ofAccount, replyId: v.string() }),
  categorise: v.object({
    ...ofAccount,
    threadId: id,
    at: v.string(),
    messageKey: v.string(),
    try: v.number(),
  }),
  /** What a connector is to do, or to be asked about. */
  linkedin: v.object({ ...ofAccount, taskId: id }),
  remind: v.object({ ...ofAccount, reminderId: id }),
  erase: EraseJob,
  cleanup: CleanupJob,
  domain: v.object({ host: v.string() }),
  /** A socket that may still be nobody's. */
  socket: v.object({ connectionId: v.string() }),
};

export type Jobs = { [Name in keyof typeof JOBS]: v.InferOutput<(typeof JOBS)[Name]> };
