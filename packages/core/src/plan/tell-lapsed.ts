import { findUser } from "../account/user.ts";
import { toIso } from "../clock.ts";
import { config } from "../config.ts";
import { log } from "../log.ts";
import { renderActionMail } from "../mail-out/action-mail.ts";
import { sendProductMail } from "../mail-out/product-mail.ts";
import { KEPT_DAYS, LAPSE_MAIL_DAYS } from "./plan.schema.ts";
import { DAY_MS } from "./plan-state.ts";

/**
 * Which mail about the end of an account's data is due, and when to look for the next. Where a tick comes late, only the later
 * of the mails that are due is sent.
 *
 * @param endedAt when access ended, in epoch milliseconds
 * @param toldDay the day of the last such mail
 */
export function lapseMails(
  { endedAt, toldDay = 0 }: { endedAt: number; toldDay?: number | undefined },
  at: number,
): { due?: number; next: number } {
  const days = (at - endedAt) / DAY_MS;
  const after = LAPSE_MAIL_DAYS.find((day) => day > days);
  const next = after === undefined ? Number.POSITIVE_INFINITY : endedAt + after * DAY_MS;
  const due = LAPSE_MAIL_DAYS.findLast((day) => day <= days);
  // After so many days there is nothing to be kept.
  const isDue = due !== undefined && due > toldDay && days < KEPT_DAYS;
  return isDue ? { due, next } : { next };
}

/** Tells the owner until when data is kept; gives whether the mail left. */
export async function tellLapsed(accountId: number, endedAt: number): Promise<boolean> {
  try {
    await mailOwner(accountId, endedAt);
    return true;
  } catch (error) {
    log.error("The owner was not told how long data is kept", { accountId, error });
    return false;
  }
}

async function mailOwner(accountId: number, endedAt: number): Promise<void> {
  // The account is known by its owner's id.
  const owner = await findUser({ accountId, userId: accountId });
  if (owner?.status !== "active") return;
  const dayOf = (ms: number) => toIso(ms).slice(0, 10);
  const until = dayOf(endedAt + KEPT_DAYS * DAY_MS);
  const mail = renderActionMail({
    subject: `Your data is kept until ${until}`,
    greeting: `Hello ${owner.name},`,
    text: `Your plan ended on ${dayOf(endedAt)}. Your campaigns are paused, and all of your data is kept until ${until}. Choose a plan before that day and go on where you stopped.`,
    action: { label: "Choose a plan", link: `${config.siteUrl()}/app/settings/subscription` },
    footer: "You get this mail because the account is yours.",
  });
  await sendProductMail({ to: owner.email, ...mail });
}
