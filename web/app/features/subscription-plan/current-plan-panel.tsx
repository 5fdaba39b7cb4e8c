import { Group, Progress, Stack, Text, Title } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import {
  type CurrentSubscriptionPlan,
  WARNING_SHARE,
} from "@thaw/core/accounts/subscription-plan/subscription-plan.schema";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTimeText } from "../../components/time.tsx";
import { useLocale, useText } from "../../messages/text.tsx";

/** What the account has, how much of it is used and how long it lasts. */
export function CurrentPlanPanel({ plan }: { plan: CurrentSubscriptionPlan }) {
  const t = useText("plan");
  const write = useTimeText();
  return (
    <Stack p="lg" gap="md" className="panel" component="section">
      <div>
        <Text size="sm" c="dimmed">
          {t("currentTitle")}
        </Text>
        <Group gap="xs">
          <Title order={2}>{t(plan.plan_type)}</Title>
          <Clock plan={plan} />
        </Group>
        <Text size="sm" c="dimmed" maw={640}>
          <Duration plan={plan} />
        </Text>
        <Kept until={plan.data_kept_until} />
      </div>
      <Usage
        label={t("leads")}
        usage={plan.leads}
        warning={isUsed(plan.leads, 1) ? t("leadsFull") : null}
      />
      <Usage
        label={t("mails")}
        usage={plan.mails}
        warning={isUsed(plan.mails, WARNING_SHARE) ? t("mailsHigh") : null}
      />
      <Text size="sm" c="dimmed">
        {t("monthEnds", { date: write(plan.month_ends_at, "date") })} <Support plan={plan} />
      </Text>
    </Stack>
  );
}

function Clock({ plan }: { plan: CurrentSubscriptionPlan }) {
  const t = useText("plan");
  if (!plan.has_access) {
    return (
      <StatusBadge tone="failed">
        {t(plan.plan_type === "TRIAL" ? "trialExpired" : "ended")}
      </StatusBadge>
    );
  }
  if (plan.plan_type !== "TRIAL" || !plan.trial_left) return null;
  return (
    <StatusBadge tone="waiting" icon={IconClock}>
      {t("trialLeft", plan.trial_left)}
    </StatusBadge>
  );
}

function Duration({ plan }: { plan: CurrentSubscriptionPlan }) {
  const t = useText("plan");
  const write = useTimeText();
  const { is_sub, end_date } = plan.subscription_detail;
  if (!plan.has_access) return t(endReason(plan));
  if (plan.plan_type === "TRIAL") {
    const end = plan.trial_end_date;
    return end ? t("trialUntil", { date: write(end, "full") }) : null;
  }
  if (end_date === null) return t("renews");
  return t(is_sub ? "renewsOn" : "paidUntil", { date: write(end_date, "date") });
}

function endReason({ plan_type, trial_had_by }: CurrentSubscriptionPlan) {
  if (plan_type !== "TRIAL" || trial_had_by === null) return "endedText";
  return trial_had_by === "company" ? "companyHadTrial" : "addressHadTrial";
}

function Kept({ until }: { until: string | null }) {
  const t = useText("plan");
  const write = useTimeText();
  if (until === null) return null;
  return (
    <Text size="sm" fw={500} maw={640}>
      {t("keptUntil", { date: write(until, "date") })}
    </Text>
  );
}

function Support({ plan: { support_minutes: minutes } }: { plan: CurrentSubscriptionPlan }) {
  const t = useText("plan");
  const time = minutes % 60 === 0 ? t("hours", { hours: minutes / 60 }) : t("minutes", { minutes });
  return t("support", { time });
}

type Amount = CurrentSubscriptionPlan["leads"];
const isUsed = ({ used, limit }: Amount, share: number) => limit !== null && used >= limit * share;

function Usage({
  label,
  usage: { used, limit },
  warning,
}: {
  label: string;
  usage: Amount;
  warning: string | null;
}) {
  const t = useText("plan");
  const locale = useLocale();
  const number = (value: number) => value.toLocaleString(locale);
  const copy =
    limit === null
      ? t("usageNoLimit", { used: number(used) })
      : t("usage", { used: number(used), limit: number(limit) });
  return (
    <div>
      <Group justify="space-between" gap="xs" pb={4}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="sm">{copy}</Text>
      </Group>
      {limit === null ? null : (
        <Progress
          value={limit === 0 ? 100 : Math.min(100, (100 * used) / limit)}
          {...(warning ? { color: "var(--tone-amber)" } : {})}
          aria-label={`${label}: ${copy}`}
        />
      )}
      {warning ? (
        <Text size="sm" pt={4}>
          {warning}
        </Text>
      ) : null}
    </div>
  );
}
