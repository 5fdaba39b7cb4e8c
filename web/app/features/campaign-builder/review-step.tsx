import { Anchor, List, Skeleton, Stack, Text } from "@mantine/core";
import { Await, Link } from "@remix-run/react";
import type { CampaignStatus } from "@thaw/core/campaigns/campaign/campaign.schema";
import type { LaunchProblem } from "@thaw/core/campaigns/campaign/campaign-launch";
import type { SendPlanView } from "@thaw/core/engine/forecast/forecast.schema";
import { Suspense } from "react";
import { useTimeOfDay } from "../../components/time.tsx";
import { useLocale, useText } from "../../messages/text.tsx";
import { SendPlanText } from "../campaign/send-plan-text.tsx";
import type { ReviewData } from "./load-review.server.ts";
import { Notice } from "./notice.tsx";
import { ReviewSamples } from "./review-samples.tsx";
import { type Built, stepAddress, stepsOf, type WizardStepId } from "./steps.ts";

type Reviewed = NonNullable<Built> & { status: CampaignStatus };

const STEP_OF: Partial<Record<LaunchProblem["part"], WizardStepId>> = {
  leads: "leads",
  condition: "condition",
  sequence: "sequence",
  schedule: "setup",
  senders: "setup",
};

type Props = { built: Reviewed; data: ReviewData };

/** As someone meets them who walks through the steps. */
function inStepOrder(problems: readonly LaunchProblem[], built: Built): LaunchProblem[] {
  const steps = stepsOf(built);
  const stepIndexOf = ({ part }: LaunchProblem) => steps.indexOf(STEP_OF[part] ?? "review");
  return [...problems].sort((one, other) => stepIndexOf(one) - stepIndexOf(other));
}

/** Everything that is still missing, what will happen, and what the first leads will get. */
export default function ReviewStep({ built, data }: Props) {
  const t = useText("campaign-wizard");
  return (
    <Stack gap="md">
      {data.problems.length > 0 ? (
        <Notice tone="wrong" title={t("problems", { count: data.problems.length })}>
          <List size="sm" spacing={4} mt={8}>
            {inStepOrder(data.problems, built).map((problem) => (
              <List.Item key={problem.part + problem.message}>
                {problem.message} <FixLink problem={problem} built={built} />
              </List.Item>
            ))}
          </List>
        </Notice>
      ) : (
        <Notice tone="good" title={t("ready")} />
      )}
      <Summary data={data} built={built} />
      <Suspense fallback={<Skeleton height={320} />}>
        <Await resolve={data.samples}>
          {(samples) => <ReviewSamples samples={samples} unshown={data.unshown} built={built} />}
        </Await>
      </Suspense>
    </Stack>
  );
}

function FixLink({ problem, built }: { problem: LaunchProblem; built: Built }) {
  const t = useText("campaign-wizard");
  const step = STEP_OF[problem.part];
  if (!step) return null;
  return (
    <Anchor component={Link} to={stepAddress(built, step)} underline="always">
      {t(`fix.${step}`)}
    </Anchor>
  );
}

const MOST_IN_A_LIST = 2;

/** Days of the week as people say them: "every day", "Monday to Friday", "on Monday and Thursday". */
function useWeekdays(): (days: readonly number[]) => string {
  const t = useText("campaign-wizard");
  const locale = useLocale();
  const names = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  // 1 January 2024 was a Monday.
  const nameOf = (day: number) => names.format(Date.UTC(2024, 0, day));
  return (chosen) => {
    const days = [...chosen].sort((one, other) => one - other);
    const [first = 1, last = 1] = [days[0], days.at(-1)];
    if (days.length === 7) return t("everyDay");
    if (days.length > MOST_IN_A_LIST && last - first + 1 === days.length) {
      return t("daysFromTo", { first: nameOf(first), last: nameOf(last) });
    }
    return t("daysListed", { days: new Intl.ListFormat(locale).format(days.map(nameOf)) });
  };
}

const gapText = ({ least, most }: ReviewData["summary"]["gap"]) =>
  least === most ? "gapSame" : "gapRange";

function Summary({ data: { summary, plan }, built }: Props) {
  const t = useText("campaign-wizard");
  const isSubsequence = built.parent_id !== undefined;
  const { leads, steps, senders, schedule, gap } = summary;
  const timeOfDay = useTimeOfDay();
  const writeDays = useWeekdays();
  // What is missing is said above; "0 leads get up to 0 mails" would say nothing.
  const isKnown = steps > 0 && (isSubsequence || (leads > 0 && senders > 0));
  if (!isKnown && !schedule) return null;
  const who = isSubsequence
    ? t("summaryEach", { steps })
    : t("summaryWho", { leads, steps, senders });
  return (
    <section className="panel wizard-summary" aria-label={t("summary")}>
      <Text>
        {isKnown ? `${who} ` : null}
        {schedule
          ? t("summaryWhen", {
              days: writeDays(schedule.weekdays),
              start: timeOfDay(schedule.start),
              end: timeOfDay(schedule.end),
              timezone: schedule.timezone,
              gap: t(gapText(gap), gap),
              leads: schedule.maxNewLeadsPerDay,
            })
          : null}
      </Text>
      <Text size="sm" c="dimmed">
        {summary.tested > 0 ? `${t("summaryTested", { count: summary.tested })} ` : null}
        {t("summaryTracked", {
          opens: summary.tracksOpens ? "yes" : "no",
          clicks: summary.tracksClicks ? "yes" : "no",
        })}
      </Text>
      <Suspense fallback={<Skeleton height={48} />}>
        <Await resolve={plan}>{(known) => <Outlook plan={known} status={built.status} />}</Await>
      </Suspense>
    </section>
  );
}

/** Nothing where something is missing, which is said above. */
function Outlook({ plan, status }: { plan: SendPlanView; status: CampaignStatus }) {
  if (plan.gaps.length > 0) return null;
  return (
    <Stack gap={4} mt={8}>
      <SendPlanText plan={plan} status={status} />
    </Stack>
  );
}
