import { type CampaignLeadRecord, dueAtOf } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { failureLine } from "../../campaigns/message/failure-line.ts";
import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import { toIso } from "../../clock.ts";
import type { PlanFacts } from "../../engine/forecast/plan-base.ts";
import { isAble } from "../../engine/trigger-run/late-slot.ts";
import type { EpochMs, IsoInstant } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { isOpen } from "../../kernel/schedule/window.ts";
import type { Answer, Figures } from "./diagnostics.schema.ts";
import { LATE_MS } from "./lateness.ts";

/** Its mail was delivered and came back for now: it waits for the next try. */
export function retryAnswer(
  { nextStep, due, scheduledAt }: CampaignLeadRecord,
  mails: readonly MessageRecord[],
  at: EpochMs,
): Answer | undefined {
  const mail = mails.find(({ step }) => step === nextStep);
  if (mail?.status !== "DRAFTED") return undefined;
  const again = scheduledAt === undefined ? dueAtOf(due ?? "") : mail.scheduledAt;
  const isTried = mail.attempts !== undefined || mail.softBounces !== undefined;
  if (!isTried || again <= toIso(at)) return undefined;
  const failure = mail.failure ? failureLine(mail.failure) : "";
  return { rule: "retry", figures: { at: again, failure, step: nextStep } };
}

/** Its mail is drafted: only a mailbox that has stopped since then keeps it from leaving, or the send worker. */
export function plannedAnswer(
  { lead, scheduledAt }: { lead: CampaignLeadRecord; scheduledAt: IsoInstant },
  { facts, window, sender }: { facts: PlanFacts; window: PlanSchedule; sender: Figures },
  at: EpochMs,
): Answer {
  const slot = facts.slots.find(({ mailboxId }) => mailboxId === lead.mailboxId);
  if (slot?.sending !== "on") {
    return { rule: "mailbox_unavailable", figures: sender, fix: "mailbox" };
  }
  const { closedUntil = "" } = slot;
  if (closedUntil > scheduledAt && !isAble(slot, at)) {
    return { rule: "mailbox_closed", figures: { ...sender, until: closedUntil }, fix: "mailbox" };
  }
  const isLate = scheduledAt < toIso(at - LATE_MS) && isOpen(window, at);
  const figures = { ...sender, at: scheduledAt, step: lead.nextStep };
  return isLate
    ? { rule: "sends_late", figures: { ...figures, since: scheduledAt } }
    : { rule: "planned", figures };
}
