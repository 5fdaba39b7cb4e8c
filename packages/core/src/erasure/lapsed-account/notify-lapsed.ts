import {
  KEPT_DAYS,
  LAPSE_MAIL_DAYS,
} from "../../accounts/subscription-plan/subscription-plan.schema.ts";
import { findUser } from "../../accounts/user/user-record.ts";
import { DAY_MS } from "../../duration.ts";
import { log } from "../../log.ts";
import { mailLapsed } from "./lapsed-mail.ts";

/** A mail that leaves within a day of its own is in time. */
const LATE_MS = DAY_MS;

/**
 * What is due of an account whose access has ended: a mail about the end of its data, or that end. Where a tick comes late, only
 * the later of the mails that are due is sent; data stays as long after the last of them as was meant, however late it leaves.
 *
 * @param endedAt when access ended, in epoch milliseconds
 * @param toldDay the day of the last such mail
 * @returns `mail`: which is due, and until when data is kept; `next`: when to look again, undefined when all is to be deleted
 */
export function lapseStep(
  { endedAt, toldDay = 0 }: { endedAt: number; toldDay?: number | undefined },
  at: number,
): { mail?: { day: number; keptUntil: number }; next: number | undefined } {
  const atDay = (day: number) => endedAt + day * DAY_MS;
  const after = LAPSE_MAIL_DAYS.find((day) => atDay(day) > at);
  const day = LAPSE_MAIL_DAYS.findLast((each) => atDay(each) <= at);
  if (day === undefined || day <= toldDay) {
    const next = atDay(after ?? KEPT_DAYS);
    return { next: next > at ? next : undefined };
  }
  const isLate = after === undefined && at > atDay(day) + LATE_MS;
  const keptUntil = isLate ? at + (KEPT_DAYS - day) * DAY_MS : atDay(KEPT_DAYS);
  return { mail: { day, keptUntil }, next: after === undefined ? keptUntil : atDay(after) };
}

/** Tells the owner until when data is kept; returns whether the mail left. */
export async function notifyLapsed(
  accountId: number,
  lapse: { endedAt: number; keptUntil: number },
): Promise<boolean> {
  try {
    await mailOwner(accountId, lapse);
    return true;
  } catch (error) {
    log.error("The owner could not be notified how long data is kept", { accountId, error });
    return false;
  }
}

async function mailOwner(
  accountId: number,
  lapse: { endedAt: number; keptUntil: number },
): Promise<void> {
  // The account is known by its owner's id.
  const owner = await findUser({ accountId, userId: accountId });
  if (owner?.status === "active") await mailLapsed(owner, lapse);
}
