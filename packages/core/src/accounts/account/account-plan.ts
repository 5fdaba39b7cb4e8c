import { writeIfExpected } from "@thaw/data/condition";
import { commitIfExpected, onlyIf } from "@thaw/data/transact";
import type { Actor } from "../../actor.ts";
import { toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { AppError, notFound } from "../../error.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { isDiscountedUpgrade } from "../subscription-plan/plan-price.ts";
import {
  type AddOns,
  type BillingInterval,
  type EnterpriseDetails,
  type SubscriptionPlanName,
  TRIAL_DAYS,
} from "../subscription-plan/subscription-plan.schema.ts";
import {
  accessEndsAt,
  type SubscriptionPlanState,
} from "../subscription-plan/subscription-plan-state.ts";
import { AccountEntity, type AccountRecord } from "./account.entity.ts";

const ACCESS_SHARDS = 2;
/** The earliest that a trial which has not begun can end. */
const SOONEST_MS = TRIAL_DAYS * DAY_MS;

export function subscriptionPlanStateOf(account: AccountRecord): SubscriptionPlanState {
  return {
    planType: account.planType,
    isSubscribed: account.isSubscribed ?? false,
    endsAt: account.subscriptionEndsAt,
    trialStartedAt: account.trialStartedAt,
    trialHadBy: account.trialHadBy,
    interval: account.billingInterval,
    details: account.enterpriseDetails as EnterpriseDetails | undefined,
    addOns: account.addOns as AddOns | undefined,
    offeredAt: account.offeredAt,
    upgradedAt: account.upgradedAt,
  };
}

const NO_RECORD: SubscriptionPlanState = { planType: "TRIAL", isSubscribed: false };

type KnownSubscriptionPlan = {
  state: SubscriptionPlanState;
  startedAt: string;
  checkAt?: string;
  toldDay?: number;
  /** Since when its data is being deleted. */
  closedAt?: string;
};

/** The account's plan and the instant that its billing months are counted from. */
export async function readSubscriptionPlan(accountId: number): Promise<KnownSubscriptionPlan> {
  const { data } = await AccountEntity.get({ accountId }).go({ consistent: true });
  if (!data) {
    return { state: NO_RECORD, startedAt: "1970-01-01T00:00:00.000Z" };
  }
  return {
    state: subscriptionPlanStateOf(data),
    ...(data.closedAt === undefined ? {} : { closedAt: data.closedAt }),
    ...(data.lapseToldDay === undefined ? {} : { toldDay: data.lapseToldDay }),
    startedAt: data.paidSince ?? data.trialStartedAt ?? data.createdAt,
    ...(data.accessCheckAt === undefined ? {} : { checkAt: data.accessCheckAt }),
  };
}

/** For the record of a new account: when to check whether its trial has ended. */
export const firstCheck = (accountId: number, at: number) => ({
  accessShard: accountId % ACCESS_SHARDS,
  accessCheckAt: toIso(at + SOONEST_MS),
});

/** The accounts, `most` of each shard, whose access may have ended. The clock calls this. */
export async function listAccessChecks(until: string, most: number): Promise<number[]> {
  const shards = await Promise.all(
    Array.from({ length: ACCESS_SHARDS }, (_, accessShard) =>
      AccountEntity.query
        .byAccessCheck({ accessShard })
        .lte({ accessCheckAt: until })
        .go({ limit: most, hydrate: true }),
    ),
  );
  return shards.flatMap(({ data }) => data.map(({ accountId }) => accountId));
}

/**
 * Sets when access is checked next, unless that was changed meanwhile. Returns whether it was set.
 *
 * @param next epoch milliseconds; Infinity: never
 * @param toldDay the day of the mail about the end of its data that its owner has got
 */
export function moveAccessCheck(
  accountId: number,
  seen: string,
  { next, toldDay }: { next: number; toldDay?: number },
): Promise<boolean> {
  const row = AccountEntity.patch({ accountId });
  const told = toldDay === undefined ? {} : { lapseToldDay: toldDay };
  const write = Number.isFinite(next)
    ? row.set({ ...told, accessShard: accountId % ACCESS_SHARDS, accessCheckAt: toIso(next) })
    : row.set(told).remove(["accessShard", "accessCheckAt"]);
  return writeIfExpected(write.where((account, op) => op.eq(account.accessCheckAt, seen)));
}

/**
 * Closes an account for good: nobody can sign in any more and no plan can be bought. Returns false where the account has
 * changed since it was read: of a closing and a payment at the same moment only one takes effect.
 *
 * @param seen when it was to be looked at: every payment changes that
 * @param next when to look whether all is deleted, in epoch milliseconds
 */
export function closeAccount(
  accountId: number,
  seen: string,
  { at, next }: { at: number; next: number },
): Promise<boolean> {
  return writeIfExpected(
    AccountEntity.patch({ accountId })
      .set({
        closedAt: toIso(at),
        accessShard: accountId % ACCESS_SHARDS,
        accessCheckAt: toIso(next),
      })
      .where(
        (account, op) =>
          `${op.eq(account.accessCheckAt, seen)} AND ${op.notExists(account.closedAt)}`,
      ),
  );
}

/** For a transaction: refused once the account's data is being deleted. */
export const stillOpen = (accountId: number) =>
  onlyIf(AccountEntity.delete({ accountId }).where((row, op) => op.notExists(row.closedAt)));

/** A trial that has not begun is looked at again when it may be over. */
export const nextAccessCheck = (state: SubscriptionPlanState, at: number): number =>
  accessEndsAt(state) ?? at + SOONEST_MS;

export type NewPlan = {
  planType: SubscriptionPlanName;
  isSubscribed: boolean;
  interval: BillingInterval;
  endsAt?: string | undefined;
  details?: EnterpriseDetails | undefined;
  addOns?: AddOns | undefined;
};

/**
 * Replaces the plan. Billing months go on where one paid plan follows another.
 *
 * @throws AppError not_found; conflict once the account's data is being deleted
 */
export async function writePlan(actor: Actor, plan: NewPlan, at: number): Promise<void> {
  const { accountId } = actor;
  const { data } = await AccountEntity.get({ accountId }).go({ consistent: true });
  if (!data) throw notFound("account");
  const isPaid = plan.planType !== "TRIAL";
  const state: SubscriptionPlanState = {
    ...subscriptionPlanStateOf(data),
    ...plan,
    isSubscribed: isPaid && plan.isSubscribed,
  };
  const check = nextAccessCheck({ ...state, endsAt: plan.endsAt }, at);
  const goesOn = data.paidSince !== undefined && data.planType !== "TRIAL";
  const values = {
    planType: plan.planType,
    isSubscribed: state.isSubscribed,
    ...(isPaid
      ? { billingInterval: plan.interval, paidSince: goesOn ? data.paidSince : toIso(at) }
      : {}),
    ...(plan.endsAt === undefined ? {} : { subscriptionEndsAt: plan.endsAt }),
    ...(isDiscountedUpgrade(subscriptionPlanStateOf(data), plan, at)
      ? { upgradedAt: toIso(at) }
      : {}),
    ...(plan.details === undefined ? {} : { enterpriseDetails: plan.details }),
    ...(plan.addOns === undefined ? {} : { addOns: plan.addOns }),
    ...(Number.isFinite(check)
      ? { accessShard: accountId % ACCESS_SHARDS, accessCheckAt: toIso(check) }
      : {}),
  };
  const replaced = [
    "billingInterval",
    "paidSince",
    "subscriptionEndsAt",
    "enterpriseDetails",
    "accessShard",
    "accessCheckAt",
    // An account that pays again is notified again, should its access end once more.
    "lapseToldDay",
  ] as const;
  const change = AccountEntity.patch({ accountId })
    .set(values)
    .remove(replaced.filter((name) => !(name in values)))
    .where((row, op) => op.notExists(row.closedAt));
  const detail = `${data.planType} → ${plan.planType}`;
  const act = { action: "plan_changed", target: plan.planType, detail } as const;
  if (await commitIfExpected([change, recordAct(actor, act)])) return;
  throw new AppError("conflict", "account.isDeleted");
}

/** Returns true for the caller that shows the offer at the end of the trial first: the offer is open from then on. */
export function openOffer(accountId: number, at: number): Promise<boolean> {
  return writeIfExpected(
    AccountEntity.patch({ accountId })
      .set({ offeredAt: toIso(at) })
      .where((row, op) => op.notExists(row.offeredAt)),
  );
}
