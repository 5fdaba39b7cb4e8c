import { writeIfExpected } from "@thaw/data/condition";
import { commitIfExpected } from "@thaw/data/transact";
import { now, toEpochMs, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import type { EpochMs, IsoInstant } from "../../instant.schema.ts";
import { type MailboxKey, readSlots, type SendSlot } from "../send-slot/send-slot.ts";
import { patchSlot } from "../send-slot/send-slot-record.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import type { MailboxFailure } from "./mailbox.schema.ts";
import { KEPT_FAILURES } from "./mailbox-health.ts";

/** So many mails refused for their sender within so long pause the mailbox for as long as this (decision 34). */
const RUN = 5;
const RUN_WINDOW = DAY_MS;
const PAUSED_FOR = DAY_MS;
const KEPT = 20;

type Refused = {
  /** Of the mail, or of the person whom a report is about: each counts once, however often it is refused. */
  key: string;
  /** ISO 8601, of the reply or the report. */
  at: IsoInstant;
};
type Kept = Refused & { isCounted?: true };

/**
 * A receiver refused a mail for who sent it: its server, authentication or reputation. The address is not at fault. A run of
 * them pauses the mailbox, since every further mail makes it worse. Safe to run twice.
 *
 * @param refused with the server's own text
 */
export async function recordSenderRefusal(
  key: MailboxKey,
  refused: Refused & { text: string },
): Promise<void> {
  for (;;) {
    const at = now();
    if (toEpochMs(refused.at) <= at - RUN_WINDOW) return;
    const [slot] = await readSlots(key.accountId, [key.mailboxId]);
    if (!slot) return;
    const known = (slot.senderRefusals as Kept[] | undefined) ?? [];
    if (known.some((one) => one.key === refused.key)) return;
    const recent = [...known, { key: refused.key, at: refused.at }]
      .filter((one) => toEpochMs(one.at) > at - RUN_WINDOW)
      .slice(-KEPT);
    const isRun = recent.filter(({ isCounted }) => !isCounted).length >= RUN;
    const isWritten = await (isRun
      ? pause(key, slot, { recent, at, text: refused.text })
      : writeIfExpected(changed(key, slot, { senderRefusals: recent })));
    if (isWritten) return;
  }
}

/** The pause and what the mailbox's page says of it, in one transaction. */
async function pause(
  key: MailboxKey,
  slot: SendSlot,
  { recent, at, text }: { recent: Kept[]; at: EpochMs; text: string },
): Promise<boolean> {
  const end = toIso(at + PAUSED_FOR);
  const { data: mailbox } = await MailboxEntity.get(key).go({ consistent: true });
  if (!mailbox) return true;
  const before = (mailbox.failures as MailboxFailure[] | undefined) ?? [];
  const failure: MailboxFailure = { at: toIso(at), protocol: "SMTP", message: text };
  return commitIfExpected([
    changed(key, slot, {
      senderRefusals: recent.map((one) => ({ ...one, isCounted: true as const })),
      closedUntil: slot.closedUntil && slot.closedUntil > end ? slot.closedUntil : end,
    }),
    MailboxEntity.patch(key)
      .set({ failures: [failure, ...before].slice(0, KEPT_FAILURES) })
      .where((row, op) => op.eq(row.email, mailbox.email)),
  ]);
}

const changed = (
  key: MailboxKey,
  { revision }: SendSlot,
  to: { senderRefusals: Kept[]; closedUntil?: IsoInstant },
) =>
  patchSlot(key)
    .set({ ...to, revision: revision + 1 })
    .where((row, op) => op.eq(row.revision, revision));
