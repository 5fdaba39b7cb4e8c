import { say } from "@thaw/text/say";
import * as v from "valibot";
import { now, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { AppError } from "../../error.ts";
import { CalendarDate } from "../../kernel/schedule/schedule.schema.ts";
import { operation } from "../../operation.ts";
import { Id } from "../../page.schema.ts";
import { readDays, readTotals } from "../../reporting/counter/counter.ts";
import { readRestrictedMetrics, without } from "../restricted-metric/restricted-metrics.ts";
import { StepFigures, stepFigures } from "../sequence/step-figures.ts";
import { CampaignFigures } from "./campaign.schema.ts";
import { requireCampaign, toFigures } from "./campaign-record.ts";

const MAX_DAYS = 31;

export const CampaignAnalyticsInput = v.object({
  campaign_id: Id,
  from: v.optional(CalendarDate),
  to: v.optional(CalendarDate),
});

export const CampaignAnalytics = v.object({
  from: v.string(),
  to: v.string(),
  totals: CampaignFigures,
  steps: v.array(StepFigures),
  days: v.array(v.object({ day: v.string(), ...CampaignFigures.entries })),
});
export type CampaignAnalytics = v.InferOutput<typeof CampaignAnalytics>;

/** Figures of a campaign: since its beginning, by step and variant, and day by day for at most 31 days (D13). */
export const getCampaignAnalytics = operation({
  permission: "campaigns:read",
  input: CampaignAnalyticsInput,
  output: CampaignAnalytics,
  async run({ accountId, scope }, { campaign_id: campaignId, ...range }) {
    await requireCampaign(accountId, campaignId);
    const to = range.to ?? toIso(now()).slice(0, 10);
    const from = range.from ?? toIso(Date.parse(to) - (MAX_DAYS - 1) * DAY_MS).slice(0, 10);
    const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (length < 1)
      throw new AppError("invalid", "campaign.rangeBackwards", undefined, {
        to: [say("campaign.laterDay")],
      });
    if (length > MAX_DAYS) {
      throw new AppError("invalid", "campaign.rangeTooLong", undefined, {
        from: [say("campaign.laterDay")],
      });
    }
    const [[counted], countedDays, restricted] = await Promise.all([
      readTotals(accountId, [campaignId]),
      readDays(accountId, campaignId, { from, to }),
      readRestrictedMetrics({ accountId, scope }, [campaignId]),
    ]);
    const unseen = restricted.get(campaignId);
    const total = without(counted ?? {}, unseen?.total);
    const known = new Map(
      countedDays.map(({ day, counts }) => [day, without(counts, unseen?.days.get(day))]),
    );
    return {
      from,
      to,
      totals: toFigures(total),
      steps: stepFigures(total),
      days: Array.from({ length }, (_, index) => {
        const day = toIso(Date.parse(from) + index * DAY_MS).slice(0, 10);
        return { day, ...toFigures(known.get(day) ?? {}) };
      }),
    };
  },
});
