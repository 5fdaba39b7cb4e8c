import { Anchor, List, NativeSelect, Skeleton, Stack, Text, Title } from "@mantine/core";
import { Await, Link } from "@remix-run/react";
import type { LaunchProblem } from "@thaw/core/campaign/campaign-launch";
import { isLinkedIn } from "@thaw/core/campaign/step-type.schema";
import { Suspense, useState } from "react";
import { useTimeOfDay } from "../../components/time.tsx";
import { useLocale, useText } from "../../messages/text.tsx";
import type { LeadSample, ReviewData } from "./load-step.server.ts";
import { Notice } from "./notice.tsx";
import { RenderedMail } from "./rendered-mail.tsx";
import { type Built, stepAddress, stepsOf, type WizardStepId } from "./steps.ts";

const STEP_OF: Partial<Record<LaunchProblem["part"], WizardStepId>> = {
  leads: "leads",
  condition: "condition",
  sequence: "sequence",
  schedule: "setup",
  senders: "setup",
};

type Props = { built: Built; data: ReviewData };

/** As somebody meets them who walks through the steps. */
function inStepOrder(problems: readonly LaunchProblem[], built: Built): LaunchProblem[] {
  const steps = stepsOf(built);
  const placeOf = ({ part }: LaunchProblem) => steps.indexOf(STEP_OF[part] ?? "review");
  return [...problems].sort((one, other) => placeOf(one) - placeOf(other));
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
      <Summary summary={data.summary} isSubsequence={built?.parent_id !== undefined} />
      <Suspense fallback={<Skeleton height={320} />}>
        <Await resolve={data.samples}>
          {(samples) => <Samples samples={samples} built={built} />}
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

type SummaryProps = { summary: ReviewData["summary"]; isSubsequence: boolean };

function Summary({ summary, isSubsequence }: SummaryProps) {
  const t = useText("campaign-wizard");
  const { leads, steps, senders, schedule } = summary;
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
              gap: schedule.minGapMinutes,
              leads: schedule.maxNewLeadsPerDay,
            })
          : null}
      </Text>
    </section>
  );
}

type SamplesProps = { samples: readonly LeadSample[]; built: Built };

function Samples({ samples, built }: SamplesProps) {
  const t = useText("campaign-wizard");
  const types = useText("step-types");
  const [chosen, setChosen] = useState(0);
  const sample = samples[chosen] ?? samples[0];
  if (!sample?.mails.length) return null;
  const incomplete = samples.filter(({ missing }) => missing.length > 0);
  return (
    <Stack gap="sm" component="section" aria-label={t("samples")}>
      <Title order={2}>{t("samples")}</Title>
      {incomplete.length > 0 ? (
        <Notice tone="warning" title={t("incomplete", { count: incomplete.length })}>
          <List size="sm" spacing={4} my={8}>
            {incomplete.map(({ email, missing }) => (
              <List.Item key={email}>{t("lacks", { email, names: missing.join(", ") })}</List.Item>
            ))}
          </List>
          <Anchor component={Link} to={stepAddress(built, "sequence")}>
            {t("giveFallback")}
          </Anchor>
        </Notice>
      ) : null}
      {samples.length > 1 ? (
        <NativeSelect
          size="xs"
          maw={360}
          aria-label={t("previewFor")}
          value={String(samples.indexOf(sample))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={samples.map(({ email }, at) => ({ value: String(at), label: email }))}
        />
      ) : null}
      <div className="wizard-samples">
        {sample.mails.map(({ step, type, mail }) => (
          <Stack key={step} gap={4}>
            <Text fw={500}>
              {type === "EMAIL"
                ? t("email", { number: step })
                : t("stepNamed", { number: step, type: types(type) })}
            </Text>
            <RenderedMail
              mail={mail}
              emptySubject={isLinkedIn(type) ? undefined : t(step === 1 ? "noSubject" : "inThread")}
            />
          </Stack>
        ))}
      </div>
    </Stack>
  );
}
