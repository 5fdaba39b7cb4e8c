import { writeIfExpected } from "@thaw/data/condition";
import { toIso } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { subscriptionPlanOf } from "../account/account.ts";
import { type BillingMonth, billingMonth } from "./billing-month.ts";
import { releaseCredits } from "./lead-credit.ts";
import { MonthlyQuotaEntity } from "./monthly-quota.entity.ts";
import { WARNING_SHARE } from "./subscription-plan.schema.ts";

/** What the plan lets an account send in the billing month of an instant. Infinity: no limit. */
export type MonthlyQuota = BillingMonth & { accountId: number; limit: number };

export async function monthlyQuotaOf(accountId: number, atMs: number): Promise<MonthlyQuota> {
  const { limits, startedAt } = await subscriptionPlanOf(accountId);
  return { accountId, limit: limits.emailsPerMonth, ...billingMonth(startedAt, atMs) };
}

/** How many campaign emails the month still allows: for planning and for display, since others take some meanwhile. */
export async function readMonthlyLeft(quota: MonthlyQuota): Promise<number> {
  if (quota.limit === Number.POSITIVE_INFINITY) return quota.limit;
  return Math.max(0, quota.limit - (await readMonthlyUsed(quota)));
}

/** How many campaign mails of the month are taken. */
export async function readMonthlyUsed(quota: Omit<MonthlyQuota, "limit">): Promise<number> {
  const { data } = await MonthlyQuotaEntity.get(keyOf(quota)).go({ consistent: true });
  return Math.max(0, data?.mails ?? 0);
}

/** Takes mails of the month for a run that plans them; false when they would exceed the limit. */
export function reserveMails(quota: MonthlyQuota, mails: number): Promise<boolean> {
  return writeIfExpected(takeMails(quota, mails));
}

/**
 * Gives the month an email back that will not be sent, or not now. The month that it was taken from may be over, or be one
 * of an earlier plan. Call it once, after the write that decided so.
 */
export async function freeMail(message: {
  accountId: number;
  month?: IsoInstant | undefined;
}): Promise<void> {
  const { accountId, month: startsAt } = message;
  if (startsAt) await giveMailsBack({ accountId, startsAt }).go({ response: "none" });
}

/**
 * Takes mails of the month, refused when they would exceed the limit. Planning takes them, so that a mail whose outcome
 * stays unknown is counted.
 */
export function takeMails(quota: MonthlyQuota, mails = 1) {
  const update = MonthlyQuotaEntity.update(keyOf(quota)).add({ mails });
  if (quota.limit === Number.POSITIVE_INFINITY) return update;
  const room = quota.limit - mails;
  // A missing counter means that none is used, and a limit below the request must still refuse it.
  return update.where((row, op) =>
    room >= 0
      ? `(${op.notExists(row.mails)} OR ${op.lte(row.mails, room)})`
      : op.lt(row.mails, Number.MIN_SAFE_INTEGER),
  );
}

/**
 * For a transaction, with the write that records that mails did not leave after all.
 * @param quota the one that they were taken from, even if its month is over
 */
export function giveMailsBack(quota: Pick<MonthlyQuota, "accountId" | "startsAt">, mails = 1) {
  return MonthlyQuotaEntity.update(keyOf(quota)).add({ mails: -mails });
}

/**
 * Returns true once a month, to the first caller after four fifths of the emails are used: that caller notifies the owner.
 */
export async function claimQuotaWarning(quota: MonthlyQuota, atMs: number): Promise<boolean> {
  if (quota.limit === Number.POSITIVE_INFINITY) return false;
  return writeIfExpected(
    MonthlyQuotaEntity.update(keyOf(quota))
      .set({ warnedAt: toIso(atMs) })
      .where(
        (row, op) =>
          `${op.notExists(row.warnedAt)} AND ${op.gte(row.mails, Math.ceil(quota.limit * WARNING_SHARE))}`,
      ),
  );
}

/** Takes the claim back where the owner could not be notified. */
export async function forgetQuotaWarning(quota: MonthlyQuota): Promise<void> {
  await MonthlyQuotaEntity.update(keyOf(quota)).remove(["warnedAt"]).go({ response: "none" });
}

/** Frees the credits of contacted leads that were deleted in earlier months (D8.7). Once a month, safe to run twice. */
export async function openMonth(quota: MonthlyQuota, atMs: number): Promise<void> {
  const { data } = await MonthlyQuotaEntity.get(keyOf(quota)).go();
  if (data?.openedAt) return;
  await releaseCredits(quota.accountId, quota.startsAt.slice(0, 10));
  // Marked last: a run that breaks off is done again.
  await MonthlyQuotaEntity.update(keyOf(quota))
    .set({ openedAt: toIso(atMs) })
    .go({ response: "none" });
}

const keyOf = ({ accountId, startsAt }: Pick<MonthlyQuota, "accountId" | "startsAt">) => ({
  accountId,
  startsAt,
});
