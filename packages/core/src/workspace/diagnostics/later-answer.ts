import { listShard, SHARDS } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { findEarliestDue } from "../../campaigns/campaign-lead/due-leads.ts";
import { waitsForMailbox } from "../../campaigns/campaign-lead/waiting.ts";
import { toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import type { PlanFacts } from "../../engine/forecast/plan-base.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { findLeads } from "../../leads/lead/lead-record.ts";
import { findMailboxes } from "../../senders/mailbox/mailbox-record.ts";
import type { Answer, Figures } from "./diagnostics.schema.ts";
import { domainAnswer } from "./domain-answer.ts";

/** As far ahead as the earliest follow-up is looked for: the longest delay of a step. */
const FAR_MS = 366 * DAY_MS;
/** Of each shard, the newest leads: those that came first have mostly ended. */
const LOOKED_AT = 100;

/** Nothing waits for the next run: when the next lead falls due, which mailbox the leads wait for, or that none waits. */
export async function laterAnswer(
  facts: PlanFacts,
  schedule: PlanSchedule,
  at: EpochMs,
): Promise<Answer> {
  const { accountId, campaignId, parentId } = facts.campaign;
  const mailboxIds = facts.slots.map(({ mailboxId }) => mailboxId);
  // A new lead falls due later where something has put its mail off.
  const until = toIso(at + FAR_MS);
  const first = await findEarliestDue({ accountId, campaignId }, mailboxIds, until);
  if (first === undefined) {
    const fix = parentId === undefined ? "leads" : "condition";
    return (await missingAnswer(facts)) ?? { rule: "nothing_left", figures: {}, fix };
  }
  const { dueAt, leadId, mailboxId } = first;
  if (mailboxId !== undefined && dueAt <= toIso(at)) return busyAnswer(facts, mailboxId, at);
  const person = schedule.maxPerDomainPerHour
    ? (await findLeads(accountId, [leadId])).get(leadId)
    : undefined;
  const waited = { accountId, dueAt };
  const full = person && (await domainAnswer(waited, person.email, { schedule, at }));
  return full ?? { rule: "not_due", figures: { due_at: dueAt } };
}

/** Its follow-ups are due, and it is not one that a run looks at. */
async function busyAnswer(
  { campaign, slots }: PlanFacts,
  mailboxId: number,
  at: EpochMs,
): Promise<Answer> {
  const figures = await senderFigures(campaign.accountId, mailboxId);
  const slot = slots.find((each) => each.mailboxId === mailboxId);
  if (slot?.sending !== "on") return { rule: "mailbox_unavailable", figures, fix: "mailbox" };
  const { closedUntil = "", nextFreeAt } = slot;
  if (closedUntil > toIso(at)) {
    return { rule: "mailbox_closed", figures: { ...figures, until: closedUntil }, fix: "mailbox" };
  }
  return { rule: "no_free_slot", figures: { ...figures, free_at: nextFreeAt }, fix: "setup" };
}

/** Leads wait for a mailbox that was taken out of the campaign: no run reads its lane. */
async function missingAnswer({ campaign, slots }: PlanFacts): Promise<Answer | undefined> {
  const { accountId, campaignId } = campaign;
  const page = { limit: LOOKED_AT, afterLeadId: 0, isNewestFirst: true };
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) => listShard({ accountId, campaignId, shard }, page)),
  );
  const own = new Set(slots.map(({ mailboxId }) => mailboxId));
  const stray = shards
    .flat()
    .find(({ mailboxId = 0, ...lead }) => waitsForMailbox(lead) && !own.has(mailboxId));
  if (stray?.mailboxId === undefined) return undefined;
  const figures = await senderFigures(accountId, stray.mailboxId);
  return { rule: "mailbox_missing", figures, fix: "setup" };
}

async function senderFigures(accountId: number, mailboxId: number): Promise<Figures> {
  const [mailbox] = await findMailboxes(accountId, [mailboxId]);
  return { mailbox_id: mailboxId, ...(mailbox ? { sender: mailbox.email } : {}) };
}
