import type { Actor } from "@thaw/core/actor";
import { advance } from "@thaw/core/campaigns/campaign-lead/advance";
import {
  beginSending,
  type MessageRecord,
  recordFailure,
  recordSent,
} from "@thaw/core/campaigns/message/message-state";
import { messageIdOf, sendIdOf } from "@thaw/core/campaigns/message/send-id";
import { toIso } from "@thaw/core/clock";
import { DAY_MS, HOUR_MS, SECOND_MS } from "@thaw/core/duration";
import { finishFailed, mailOf } from "@thaw/core/engine/delivery/finish-message";
import type { EpochMs } from "@thaw/core/instant.schema";
import { dueAfter, type SendWindow } from "@thaw/core/kernel/schedule/window";
import { seededFraction } from "@thaw/core/random";
import { appendEvent } from "@thaw/core/reporting/event/event";
import type { MailboxRecord } from "@thaw/core/senders/mailbox/mailbox-record";
import { actsFor, type Letter } from "./act.ts";
import { FOLLOW_UP_DAYS } from "./demo-campaign.ts";
import { asOf } from "./demo-clock.ts";
import { actInPast } from "./past-acts.ts";
import { characterOf, type Person } from "./people.ts";

export type Past = {
  actor: Actor;
  campaignId: number;
  mailboxes: readonly MailboxRecord[];
  window: SendWindow;
  /** When the demo begins: what would be later, the product does itself. */
  present: EpochMs;
};
type Recipient = { leadId: number; person: Person; index: number };

const STEPS = 2;
/** The version of the sequence that a campaign begins with. */
const VERSION = 1;
const LEASE_MS = 180 * SECOND_MS;
/** The newest answers wait for the user. */
const UNSEEN_MS = 2 * DAY_MS;

/** Writes to somebody as often as it took until they answered, and lets them do what they did. */
export async function correspond(past: Past, to: Recipient, firstAt: EpochMs): Promise<void> {
  const references: string[] = [];
  let at = firstAt;
  for (let step = 1; step <= STEPS && at < past.present; step++) {
    const mailbox = past.mailboxes[to.index % past.mailboxes.length];
    if (!mailbox) return;
    const dueAt = dueAfter(at, FOLLOW_UP_DAYS, past.window);
    const message = await asOf(at, () => send(past, to, { step, at, dueAt, mailbox }));
    if (!message) return;
    const letter = letterOf(message, { to, mailbox, references: [...references], at });
    const acts = actsFor(letter, at).filter((one) => one.at < past.present);
    for (const one of acts.sort((a, b) => a.at - b.at)) {
      const isSeen = one.at < past.present - UNSEEN_MS;
      const act = () =>
        actInPast(one.act, { actor: past.actor, message, mailbox, at: one.at, isSeen });
      if (await asOf(one.at, act)) return;
    }
    references.push(letter.messageId);
    at = dueAt + Math.floor(seededFraction("follows", to.leadId) * 2 * HOUR_MS);
  }
}

type Departure = { step: number; at: EpochMs; dueAt: EpochMs; mailbox: MailboxRecord };

/** What the sender does besides handing a mail over. Undefined where its server did not take it. */
async function send(
  { actor, campaignId }: Past,
  { leadId, person, index }: Recipient,
  { step, at, dueAt, mailbox }: Departure,
): Promise<MessageRecord | undefined> {
  const { accountId } = actor;
  const { mailboxId } = mailbox;
  const key = { accountId, campaignId, leadId };
  const sendId = sendIdOf({ ...key, step });
  const sentAt = toIso(at);
  const isB = seededFraction("variant", index) < 0.5;
  const subject = `${isB ? "A tasting box" : "Better coffee"} for ${person.company_name}`;
  const message: MessageRecord = {
    ...key,
    sendId,
    step,
    variant: step === 1 && isB ? "B" : "A",
    sequenceVersion: VERSION,
    mailboxId,
    status: "DRAFTED",
    scheduledAt: sentAt,
  };
  const fence = sendId;
  const shown = step === 1 ? subject : `Re: ${subject}`;
  const planned = { ...message, existingRow: "none" } as const;
  await beginSending(planned, { fence, leaseUntil: toIso(at + LEASE_MS), subject: shown });
  if (characterOf(person.email) === "gone") {
    const text = `550 5.1.1 <${person.email}>: No such user here`;
    const failure = { kind: "address", text } as const;
    await recordFailure(message, fence, { status: "FAILED", failure });
    await finishFailed({ ...message, status: "FAILED", failure });
    return undefined;
  }
  const messageId = messageIdOf(sendId, mailbox.email);
  const sent = { sentAt, subject: shown, messageId };
  await recordSent(message, fence, sent);
  const endsLead = await advance(key, {
    step,
    sendId,
    sentAt,
    mailboxId,
    version: VERSION,
    nextDueAt: step < STEPS ? toIso(dueAt) : undefined,
    thread: step === 1 ? { step, subject, mailboxId } : undefined,
  });
  const event = { ...mailOf(message), kind: "sent", at: sentAt, key: sendId } as const;
  await appendEvent({ ...event, ...(endsLead ? { endsLead } : {}) });
  return { ...message, ...sent, status: "SENT" };
}

type Written = { to: Recipient; mailbox: MailboxRecord; references: string[]; at: EpochMs };

const letterOf = (message: MessageRecord, { to, mailbox, references, at }: Written): Letter => ({
  to: to.person.email,
  from: mailbox.email,
  fromName: mailbox.fromName,
  subject: message.subject ?? "",
  messageId: message.messageId ?? "",
  references,
  date: toIso(at),
  text: `Hi ${to.person.first_name},\n\nmay I send you our tasting box: three coffees, no contract?\n\n${mailbox.fromName}`,
});
