import { type QueuedMessage, sendToQueue } from "@thaw/data/queue";
import type { PlannedMail } from "./campaigns/campaign-lead/waiting.ts";
import { realSeconds } from "./clock.ts";
import { config } from "./config.ts";
import type { DurationMs } from "./instant.schema.ts";

/** What each queue carries: ids, so that a consumer always reads the present state. */
export type Jobs = {
  /** `stopFrom`: the campaign was stopped, and from there on its leads are still to be. */
  plan: {
    accountId: number;
    campaignId: number;
    stopFrom?: { shard: number; leadId: number } | undefined;
    /** The campaign was completed and has got a further step: leads from there on may have it before them. */
    reopenFrom?: { shard: number; leadId: number } | undefined;
    /** From `from` on, leads under way on another version of the sequence go on with this one. */
    adopts?:
      | {
          version: number;
          beforeStep?: number | undefined;
          actorId: number;
          from: { shard: number; leadId: number };
        }
      | undefined;
    /** The lead that has waited long enough to come into this subsequence. */
    enters?: number | undefined;
    /** The subsequence was started, and from there on its parent's leads are still to be looked at. */
    awaitsFrom?: { shard: number; leadId: number } | undefined;
    /** From there on leads are looked for whose planned mails have no job any more. */
    seeksFrom?: { shard: number; leadId: number } | undefined;
  };
  /** `plan`: of a mail that may have no record but its lead's. `isBegun`: there is one of its own, to be looked at first. */
  send: {
    accountId: number;
    campaignId: number;
    leadId: number;
    step: number;
    plan?: PlannedMail | undefined;
    isBegun?: boolean | undefined;
  };
  /** `cycle`: of which five minutes; absent where somebody wants the mailbox read now. */
  poll: { accountId: number; mailboxId: number; cycle?: number | undefined };
  import: { accountId: number; importId: number };
  export: { accountId: number; exportId: number };
  reply: { accountId: number; replyId: string };
  categorise: { accountId: number; threadId: number; at: string; messageKey: string; try: number };
  /** What a connector is to do, or to be asked about. */
  linkedin: { accountId: number; taskId: number };
  uncategorise: { accountId: number; categoryId: number };
  remind: { accountId: number; reminderId: number };
  /** Without an erasure it is the account that is deleted. */
  erase: { accountId: number; erasureId?: number | undefined };
  handover: { accountId: number; userId: number };
  domain: { host: string };
  /** A socket that may still be nobody's. */
  socket: { connectionId: string };
};

export type QueuedJob<Name extends keyof Jobs> = {
  job: Jobs[Name];
  /** Milliseconds of the product's clock; a queue holds back for at most 15 real minutes. */
  delayMs?: DurationMs;
};

export async function enqueue<Name extends keyof Jobs>(
  name: Name,
  jobs: readonly QueuedJob<Name>[],
): Promise<void> {
  if (jobs.length === 0) return;
  const messages: QueuedMessage[] = jobs.map(({ job, delayMs }) => ({
    body: job,
    ...(delayMs === undefined ? {} : { delaySeconds: realSeconds(delayMs) }),
  }));
  await sendToQueue(config.queueUrl(name), messages);
}
