import type { Actor } from "@thaw/core/actor";
import type { MessageRecord } from "@thaw/core/campaigns/message/message-state";
import { toIso } from "@thaw/core/clock";
import { subjectOf } from "@thaw/core/engine/delivery/finish-message";
import { recordFirst } from "@thaw/core/engine/delivery/message-proof";
import { ingestMail } from "@thaw/core/inbox/poll/ingest-mail";
import { leadThreadKey } from "@thaw/core/inbox/poll/lead-thread";
import { markThread, setCategory } from "@thaw/core/inbox/thread/thread";
import { findThreadOf } from "@thaw/core/inbox/thread/thread-store";
import type { EpochMs } from "@thaw/core/instant.schema";
import { suppressBounced } from "@thaw/core/leads/suppression/bounced-address";
import { optOutPerson } from "@thaw/core/leads/suppression/opt-out-person";
import { appendEvent } from "@thaw/core/reporting/event/event";
import type { MailboxRecord } from "@thaw/core/senders/mailbox/mailbox-record";
import type { Act, ReplyKind } from "./act.ts";
import { writeReply } from "./write-mail.ts";

type Scene = {
  actor: Actor;
  message: MessageRecord;
  mailbox: MailboxRecord;
  at: EpochMs;
  /** The user has read and sorted what came then. */
  isSeen: boolean;
};

/** What the user made of a reply (D9). */
const CATEGORY_OF: Record<ReplyKind, number> = {
  interested: 1,
  question: 5,
  "not-now": 3,
  "wrong-person": 7,
};

/** Lets the product know what somebody did with a mail, as if it had noticed then. @returns whether it ends their sequence */
export async function actInPast(act: Act, scene: Scene): Promise<boolean> {
  const { message } = scene;
  const at = toIso(scene.at);
  switch (act.kind) {
    case "open":
    case "click":
      await visit(act, scene);
      return false;
    case "reply":
      await reply(act, scene);
      return true;
    case "away":
      await appendEvent({ ...subjectOf(message), kind: "auto-replied", at, key: message.sendId });
      return false;
    case "bounce":
      await recordFirst(message, "bouncedAt", { kind: "bounced", at, cause: "address" });
      await suppressBounced(message, at);
      return true;
    case "leave":
      await optOutPerson(message, { source: "unsubscribe", createdBy: 0 });
      await recordFirst(message, "unsubscribedAt", { kind: "unsubscribed", at });
      return true;
    default:
      return act satisfies never;
  }
}

async function visit(
  { kind, by }: Extract<Act, { kind: "open" | "click" }>,
  { message, at: epochMs }: Scene,
): Promise<void> {
  const at = toIso(epochMs);
  if (by === "scanner") {
    const machine = kind === "open" ? "machine-opened" : "machine-clicked";
    await appendEvent({ ...subjectOf(message), kind: machine, at, key: message.sendId });
  } else if (kind === "open") {
    await recordFirst(message, "openedAt", { kind: "opened", at });
  } else {
    const detail = "https://fernhollow.example/tasting-box";
    await recordFirst(message, "clickedAt", { kind: "clicked", at, detail });
  }
}

async function reply(
  { letter, reply: kind }: Extract<Act, { kind: "reply" }>,
  { actor, message, mailbox, at, isSeen }: Scene,
): Promise<void> {
  const source = await writeReply(letter, kind, at);
  const received = { uid: 0, flags: [], sizeBytes: source.length, tooLarge: false, source };
  await ingestMail(mailbox, { ...received, internalDate: new Date(at) }, "inbox");
  const thread = isSeen && (await findThreadOf(actor.accountId, leadThreadKey(message)));
  if (!thread) return;
  await setCategory(actor, { thread_id: thread.threadId, category_id: CATEGORY_OF[kind] });
  await markThread(actor, { thread_id: thread.threadId, mark: "read" });
}
