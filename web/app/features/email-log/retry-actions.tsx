import { Button, Group, Stack, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-campaign.$id/route.tsx";
import { campaignAddress, useCampaignPage } from "../campaign/campaign-page.ts";
import type { LogRow } from "./log-row.ts";

/** What a person can do about a mail that failed or whose outcome nobody knows (D4.4). */
export function RetryActions({ row }: { row: LogRow }) {
  const t = useText("campaign-detail");
  const { campaign } = useCampaignPage();
  const { send_id, message_status, is_outcome_unknown: isUnknown } = row;
  const fetcher = useFetcher<typeof action>({ key: `message-${send_id}` });
  const [isAsking, setAsking] = useState(false);
  useActionResult(fetcher.data, "retry", () => toast.done(t("retried")));
  useActionResult(fetcher.data, "mark-sent", () => toast.done(t("marked")));
  if (!send_id || !message_status) return null;
  if (message_status !== "FAILED") {
    return (
      <Text span c="dimmed">
        {t(message_status === "SENT" ? "sentSince" : "waitsAgain")}
      </Text>
    );
  }
  const lead = row.email ?? t("deletedLead");
  const target = { method: "post", action: campaignAddress(campaign.id) } as const;
  const underway = fetcher.formData?.get("intent");
  return (
    <fetcher.Form {...target}>
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
          onClick={(event) => {
            if (!isUnknown) return;
            event.preventDefault();
            setAsking(true);
          }}
        >
          {t("sendAgain")}
        </Button>
      </Group>
      {isAsking ? (
        <AgainDialog
          lead={lead}
          onClose={() => setAsking(false)}
          onAgain={() => {
            setAsking(false);
            fetcher.submit({ intent: "retry", send_id }, target);
          }}
        />
      ) : null}
    </fetcher.Form>
  );
}

type AgainProps = { lead: string; onClose: () => void; onAgain: () => void };

/** A mail whose outcome nobody knows may be there already. */
function AgainDialog({ lead, onClose, onAgain }: AgainProps) {
  const t = useText("campaign-detail");
  return (
    <Dialog onClose={onClose} title={t("sendAgainTitle", { lead })}>
      <Stack>
        <Text size="sm">{t("sendAgainRisk", { lead })}</Text>
        <DialogButtons onCancel={onClose} focusCancel>
          <Button onClick={onAgain}>{t("sendAgain")}</Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
