import { Text } from "@mantine/core";
import type { CampaignStatus } from "@thaw/core/campaigns/campaign/campaign.schema";
import type { SendPlanView } from "@thaw/core/engine/forecast/forecast.schema";
import { useLocale, useText } from "../../messages/text.tsx";

type Props = { plan: SendPlanView; status: CampaignStatus };

/** How many emails from when to when, and what that takes for granted. */
export function SendPlanText({ plan, status }: Props) {
  const t = useText("send-plan");
  const locale = useLocale();
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" });
  const write = (day: string) => date.format(new Date(day));
  const { mails, starts_on, ends_on, timezone = "UTC" } = plan;
  const from = starts_on ? write(starts_on) : "";
  return (
    <>
      {starts_on ? (
        <Text>
          {ends_on
            ? t(ends_on === starts_on ? "summaryDay" : "summary", {
                mails,
                from,
                to: write(ends_on),
                timezone,
              })
            : t("summaryOpen", { mails, from, timezone })}
        </Text>
      ) : null}
      {plan.waiting > 0 ? <Text>{t("waiting", { count: plan.waiting })}</Text> : null}
      <Text c="dimmed">
        {t(plan.precision)}
        {status === "DRAFTED" ? ` ${t("draftNote")}` : null}
        {status === "PAUSED" ? ` ${t("pausedNote")}` : null}
      </Text>
      {plan.leaves_out.map((rule) => (
        <Text key={rule} c="dimmed">
          {t(`leaves_out_${rule}`, { timezone })}
        </Text>
      ))}
    </>
  );
}
