import { concurrently } from "@thaw/data/concurrently";
import {
  giveMailsBack,
  type MonthlyQuota,
  reserveMails,
} from "../../accounts/subscription-plan/monthly-quota.ts";
import { warnOfQuota } from "../../accounts/subscription-plan/quota-warning.ts";
import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { reserveNewLeads } from "../../campaigns/campaign/campaign-run.ts";
import { noteVariants, type VariantPlan } from "../../campaigns/variant/variant-state.ts";
import { toIso } from "../../clock.ts";
import { releasePending, reserveSlots, type SendSlot } from "../../senders/send-slot/send-slot.ts";
import { reserveDomainSends } from "../domain-rate-limit/domain-rate-limit.ts";
import type { Assignment, Plan } from "../planner/plan-output.ts";
import type { CampaignConstraints } from "../sending-constraint/sending-constraint.ts";

const WIDTH = 32;

/** What a plan was made with and others take from at the same time. */
export type PlannedWith = {
  campaign: CampaignRecord;
  variants: VariantPlan;
  quota: MonthlyQuota;
  /** Mails that the month had room for. */
  monthlyLeft: number;
  slots: SendSlot[];
  constraints: CampaignConstraints;
};

/**
 * Holds what a plan takes: slots, places in the hours of domains, mails of the month and counts, each by a conditional write.
 * Where someone else was quicker with a part, the days of the mailboxes and the month get back what was held before it.
 *
 * @param newDay the campaign's local date
 * @returns the mails that may go
 */
export async function reservePlan(
  work: PlannedWith,
  planned: Plan,
  newDay: string,
): Promise<readonly Assignment[]> {
  const held = await reserveMailboxSlots(work.slots, planned);
  const reserved = planned.assignments.filter(({ mailboxId }) => held.has(mailboxId));
  const inHour = await reserveDomains(work, reserved);
  const kept = (await reserveMonth(work, inHour, newDay)) ? inHour : [];
  if (kept.length < reserved.length) await giveDaysBack(work, planned, { reserved, kept });
  return kept;
}

/** Reserves each mailbox's slots with one write; a mailbox that someone else was quicker with waits for the next run. */
async function reserveMailboxSlots(slots: SendSlot[], planned: Plan): Promise<Set<number>> {
  const byId = new Map(slots.map((slot) => [slot.mailboxId, slot]));
  const held = await concurrently(planned.reservations, WIDTH, async (reservation) => {
    const slot = byId.get(reservation.mailboxId);
    const { count, day } = reservation;
    const isHeld =
      slot &&
      (await reserveSlots(slot, {
        count,
        day,
        nextFreeAt: toIso(reservation.nextFreeAt),
        lastSlotAt: toIso(reservation.lastAt),
      }));
    return isHeld ? [reservation.mailboxId] : [];
  });
  return new Set(held.flat());
}

/** Where mails to one domain are limited, those that have a place in its hour. */
async function reserveDomains(
  { campaign: { accountId }, constraints }: PlannedWith,
  assignments: readonly Assignment[],
): Promise<readonly Assignment[]> {
  const { domainRateLimit, leads } = constraints;
  if (!domainRateLimit) return assignments;
  const mails = assignments.map((assignment) => ({
    assignment,
    domain: leads.get(assignment.leadId)?.domain ?? "",
    at: assignment.scheduledAt,
  }));
  const kept = await reserveDomainSends(accountId, domainRateLimit.limit, mails);
  return kept.map(({ assignment }) => assignment);
}

/** Takes the mails of the month and counts them; false when none of them may go. */
async function reserveMonth(
  work: PlannedWith,
  mails: readonly Assignment[],
  newDay: string,
): Promise<boolean> {
  const { quota, monthlyLeft } = work;
  const { length: count } = mails;
  if (count > 0 && !(await reserveMails(quota, count))) return false;
  await warnOfQuota(quota, quota.limit - monthlyLeft + count);
  if (await isCounted(work, mails, newDay)) return true;
  await giveMailsBack(quota, count).go({ response: "none" });
  return false;
}

/** Counts what each variant was given and the day's new leads; false when someone else was quicker. */
async function isCounted(
  { campaign, variants }: PlannedWith,
  mails: readonly Assignment[],
  newDay: string,
): Promise<boolean> {
  const { accountId, campaignId } = campaign;
  if (!(await noteVariants({ accountId, campaignId }, variants, mails))) return false;
  const count = mails.filter(({ step }) => step === 1).length;
  return count === 0 || reserveNewLeads(campaign, { newDay, count });
}

/** Mails that do not go after all must not count towards their mailboxes' daily limits. */
async function giveDaysBack(
  { campaign: { accountId } }: PlannedWith,
  { reservations }: Plan,
  { reserved, kept }: { reserved: readonly Assignment[]; kept: readonly Assignment[] },
): Promise<void> {
  await concurrently(reservations, WIDTH, async ({ mailboxId, day }) => {
    const isOwn = (mail: Assignment) => mail.mailboxId === mailboxId;
    const left = reserved.filter(isOwn).length - kept.filter(isOwn).length;
    if (left > 0) await releasePending({ accountId, mailboxId }, day, left);
  });
}
