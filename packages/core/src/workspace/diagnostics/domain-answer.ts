import { type CampaignLeadRecord, dueAtOf } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { toIso } from "../../clock.ts";
import {
  domainOfAddress,
  nextHour,
  readDomainSends,
} from "../../engine/domain-rate-limit/domain-rate-limit.ts";
import type { EpochMs, IsoInstant } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { isOpen } from "../../kernel/schedule/window.ts";
import type { Answer } from "./diagnostics.schema.ts";

/**
 * The recipient's domain has had its mails of this hour, and the lead waits for the next one, in which its hours are open.
 * `schedule`: by the lead's own clock where it is kept to.
 */
export async function domainAnswer(
  { accountId, dueAt }: { accountId: number; dueAt: IsoInstant | undefined },
  email: string,
  { schedule, at }: { schedule: PlanSchedule; at: EpochMs },
): Promise<Answer | undefined> {
  const { maxPerDomainPerHour: limit } = schedule;
  const next = nextHour(at);
  const until = toIso(next);
  if (!limit || !email || !dueAt || dueAt > until || !isOpen(schedule, next)) return undefined;
  const domain = domainOfAddress(email);
  const hours = await readDomainSends(accountId, [domain], { from: at, until: at + 1 });
  if (Math.max(0, ...hours.values()) < limit) return undefined;
  return { rule: "domain_limit", figures: { domain, limit, until }, fix: "setup" };
}

/** When the lead falls due; undefined while it waits for nothing. */
export const dueOf = ({ due }: Pick<CampaignLeadRecord, "due">): IsoInstant | undefined =>
  due ? dueAtOf(due) : undefined;
