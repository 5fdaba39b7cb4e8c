import { commitIfExpected } from "@thaw/data/transact";
import { LeadCreditEntity, LeadCreditReleaseEntity } from "./lead-credit.entity.ts";

export type LeadCredits = { used: number; leads: number };

/** `used` is the plan's lead_credits_used: one for each lead that is stored, and for contacted ones deleted this period. */
export async function readLeadCredits(accountId: number): Promise<LeadCredits> {
  const { data } = await LeadCreditEntity.get({ accountId }).go({ consistent: true });
  return { used: data?.used ?? 0, leads: data?.leads ?? 0 };
}

/**
 * For a transaction: takes credits, refused when they would exceed the limit.
 * @param leads how many leads the same transaction stores; the others are a reservation
 */
export function takeCredits(
  accountId: number,
  { credits, leads, limit }: { credits: number; leads: number; limit: number },
) {
  const update = LeadCreditEntity.update({ accountId }).add({ used: credits, leads });
  if (limit === Number.POSITIVE_INFINITY) return update;
  // A missing counter means that none is used, and a limit below the request must still refuse it.
  return update.where(({ used }, op) =>
    credits <= limit
      ? `(${op.notExists(used)} OR ${op.lte(used, limit - credits)})`
      : op.lt(used, Number.MIN_SAFE_INTEGER),
  );
}

/** For a transaction: ends a reservation of which `leads` became leads. */
export function settleCredits(accountId: number, reserved: number, leads: number) {
  return LeadCreditEntity.update({ accountId }).add({ used: leads - reserved, leads });
}

/** For a transaction: a lead is deleted. The credit of one that was contacted stays in use until the period ends. */
export function giveCreditBack(accountId: number, wasContacted: boolean, day: string) {
  return [
    LeadCreditEntity.update({ accountId }).add({ used: wasContacted ? 0 : -1, leads: -1 }),
    ...(wasContacted
      ? [LeadCreditReleaseEntity.update({ accountId, day }).add({ credits: 1 })]
      : []),
  ];
}

/** Frees the credits of contacted leads that were deleted before a day: to be called when a billing month begins. Safe to run twice. */
export async function releaseCredits(accountId: number, beforeDay: string): Promise<void> {
  const { data } = await LeadCreditReleaseEntity.query
    .byDay({ accountId })
    // Bounded below, too: an account's partition begins with other records, all of which "before" alone would read.
    .between({ day: "0" }, { day: beforeDay })
    .go({ pages: "all", consistent: true });
  for (const { day, credits = 0 } of data.filter((each) => each.day < beforeDay)) {
    const release = LeadCreditReleaseEntity.delete({ accountId, day }).where((row, { eq }) =>
      eq(row.credits, credits),
    );
    const free = LeadCreditEntity.update({ accountId }).add({ used: -credits });
    // Refused where another run freed them first.
    await commitIfExpected([release, free]);
  }
}
