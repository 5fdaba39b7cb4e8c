import { writeIfExpected } from "@thaw/data/condition";
import type { SessionFailure } from "@thaw/mail/smtp/reply";
import { now, toEpochMs, toIso } from "../../clock.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import { measure } from "../../kernel/mail-flow/mail-flow.ts";
import {
  configureSlot,
  type MailboxKey,
  readSlots,
  type SendSlot,
} from "../send-slot/send-slot.ts";
import { patchSlot } from "../send-slot/send-slot-record.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import type { MailboxFailure } from "./mailbox.schema.ts";

const AUTH_FAILURES = 3;
const TROUBLES = 5;
const TROUBLE_WINDOW = 15 * MINUTE_MS;
/** How long the breaker stays open the first, second and every later time; then one mail probes. */
const CLOSED_FOR = [15 * MINUTE_MS, HOUR_MS, 240 * MINUTE_MS];
/** How many of its failures a mailbox remembers. */
export const KEPT_FAILURES = 50;

/**
 * Records trouble that is the mailbox's own: refused logins disconnect it at the third, other trouble closes it for a
 * while at the fifth within 15 minutes. The lead and its message are never blamed.
 */
export async function recordTrouble(
  key: MailboxKey,
  protocol: MailboxFailure["protocol"],
  failure: Pick<SessionFailure, "kind" | "text">,
): Promise<void> {
  const at = now();
  const { data: mailbox } = await MailboxEntity.get(key).go({ consistent: true });
  if (!mailbox) return;
  const isAuth = failure.kind === "mailbox-auth";
  if (isAuth) measure("RefusedLogins", 1);
  const inARow = isAuth ? (mailbox.consecutiveFailures ?? 0) + 1 : mailbox.consecutiveFailures;
  const isLost = isAuth && (inARow ?? 0) >= AUTH_FAILURES;
  const before = (mailbox.failures as MailboxFailure[] | undefined) ?? [];
  const change = MailboxEntity.patch(key).set({
    failures: [{ at: toIso(at), protocol, message: failure.text }, ...before].slice(
      0,
      KEPT_FAILURES,
    ),
    ...(inARow === undefined ? {} : { consecutiveFailures: inARow }),
    ...(isLost ? { connectionState: "DISCONNECTED" as const } : {}),
  });
  await (isLost ? change.remove(["pollMinute"]) : change).go({ response: "none" });
  if (isLost) await configureSlot(key, { sending: "off" });
  else await countTrouble(key, at);
}

async function countTrouble(key: MailboxKey, at: EpochMs): Promise<void> {
  const [slot] = await readSlots(key.accountId, [key.mailboxId]);
  if (!slot) return;
  await writeIfExpected(
    patchSlot(key)
      .set({ ...breakerAfter(slot, at), revision: slot.revision + 1 })
      .where((row, op) => op.eq(row.revision, slot.revision)),
  );
}

function breakerAfter(slot: SendSlot, at: EpochMs) {
  const { troubleSince, troubles = 0, closures = 0 } = slot;
  const isRecent = troubleSince !== undefined && at - toEpochMs(troubleSince) < TROUBLE_WINDOW;
  const count = (isRecent ? troubles : 0) + 1;
  // After a closure the first trouble closes it again: that mail was the probe.
  const closes = count >= TROUBLES || (closures > 0 && !isRecent);
  const since = isRecent ? troubleSince : toIso(at);
  if (!closes) return { troubles: count, troubleSince: since };
  const closedFor = CLOSED_FOR[Math.min(closures, CLOSED_FOR.length - 1)] ?? MINUTE_MS;
  return {
    troubles: 0,
    troubleSince: since,
    closedUntil: toIso(at + closedFor),
    closures: closures + 1,
  };
}

/** Forgets earlier trouble after an email was sent. Writes only when there was some. */
export async function recordWell(
  key: MailboxKey,
  seen: { consecutiveFailures?: number | undefined; closures?: number | undefined },
): Promise<void> {
  if (seen.consecutiveFailures) {
    await MailboxEntity.patch(key).set({ consecutiveFailures: 0 }).go({ response: "none" });
  }
  if (seen.closures) {
    await patchSlot(key)
      .remove(["closures", "closedUntil", "troubles", "troubleSince"])
      .go({ response: "none" });
  }
}
