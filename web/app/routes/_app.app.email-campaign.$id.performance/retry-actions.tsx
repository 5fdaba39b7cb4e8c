import { Button, Group, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { campaignAddress, useCampaignPage } from "../../campaign/campaign-page.ts";
import { useOutcome } from "../../components/outcome.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../_app.app.email-campaign.$id/route.tsx";
import type { LogRow } from "./log-columns.tsx";

/** What a person can do about a mail that failed or whose outcome nobody knows (D4.4). */
export function RetryActions({ row }: { row: LogRow }) {
  const t = useText("campaign-detail");
  const { campaign } = useCampaignPage();
  const { send_id, message_status, is_outcome_unknown: isUnknown } = row;
  const fetcher = useFetcher<typeof action>({ key: `message-${send_id}` });
  useOutcome(fetcher.data, "retry", () => toast.done(t("retried")));
  useOutcome(fetcher.data, "mark-sent", () => toast.done(t("marked")));
  if (!send_id || !message_status) return null;
  if (message_status !== "FAILED") {
    return (
      <Text span c="dimmed">
        {t(message_status === "SENT" ? "sentSince" : "waitsAgain")}
      </Text>
    );
  }
  const lead = row.email ?? t("deletedLead");
  const underway = fetcher.formData?.get("intent");
  return (
    <fetcher.Form method="post" action={campaignAddress(campaign.id)}>
      <input type="hidden" name="send_id" value={send_id} />
      <Group gap={4} wrap="nowrap" justify="flex-end">
        {isUnknown ? (
          <Button
            type="submit"
            name="intent"
            value="mark-sent"
            size="compact-xs"
            variant="default"
            aria-label={t("markSentNamed", { lead })}
            loading={underway === "mark-sent"}
          >
            {t("markSent")}
          </Button>
        ) : null}
        <Button
          type="submit"
          name="intent"
          value="retry"
          size="compact-xs"
          variant="default"
          aria-label={t("sendAgainNamed", { lead })}
          loading={underway === "retry"}
          {...(isUnknown ? { title: t("sendAgainRisk", { lead }) } : {})}
        >
          {t("sendAgain")}
        </Button>
      </Group>
    </fetcher.Form>
  );
}
