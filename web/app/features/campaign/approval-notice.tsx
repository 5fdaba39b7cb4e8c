import { Alert, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import type { Campaign } from "@thaw/core/campaigns/campaign/campaign.schema";
import { useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { RelativeTime } from "../../components/time.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-campaign.$id/route.tsx";
import type { ApprovalView } from "./approval.server.ts";
import { campaignAddress } from "./campaign-page.ts";

type Props = { campaign: Campaign; view: ApprovalView };

/** Who asked for a start, who decided and why, and the buttons for those who may decide. */
export function ApprovalNotice({ campaign, view }: Props) {
  const t = useText("approval");
  const { approval, askedBy, decidedBy, isMine } = view;
  const { state } = approval;
  const name = (state === "asked" ? askedBy : decidedBy) ?? t("somebody");
  const at = approval.decided_at ?? approval.asked_at;
  const title = state === "asked" && isMine ? t("askedByYou") : t(state, { name });
  return (
    <Alert color={state === "refused" ? "red" : "ice"} variant="light" title={title}>
      <Stack gap="sm">
        <Text size="sm" style={{ whiteSpace: "pre-line" }}>
          {state === "asked" ? t(view.canDecide ? "youDecide" : "waits") : approval.reason}{" "}
          <Text span c="dimmed" size="sm">
            <RelativeTime at={at} />
          </Text>
        </Text>
        {state === "asked" ? <Decision campaign={campaign} view={view} /> : null}
      </Stack>
    </Alert>
  );
}

function Decision({ campaign, view: { canDecide, isMine } }: Props) {
  const t = useText("approval");
  const { id, name } = campaign;
  const [isRefusing, setIsRefusing] = useState(false);
  const fetcher = useFetcher<typeof action>({ key: `approval-${id}` });
  const send = (intent: "approve" | "refuse" | "withdraw", reason = "") =>
    fetcher.submit({ intent, reason }, { method: "post", action: campaignAddress(id) });
  const failed = { failedTitle: t("notDone") };
  useActionResult(
    fetcher.data,
    "approve",
    () =>
      toast.undoable(t("approvedToast", { name }), () =>
        fetcher.submit({ intent: "undo-start" }, { method: "post", action: campaignAddress(id) }),
      ),
    failed,
  );
  useActionResult(fetcher.data, "withdraw", () => toast.done(t("withdrawn", { name })), failed);
  useActionResult(
    fetcher.data,
    "refuse",
    () => {
      setIsRefusing(false);
      toast.done(t("refusedToast", { name }));
    },
    failed,
  );
  const isBusy = fetcher.state !== "idle";
  const sent = fetcher.formData?.get("intent");
  return (
    <Group gap="xs">
      {canDecide ? (
        <>
          <Button onClick={() => send("approve")} loading={sent === "approve"} disabled={isBusy}>
            {t("approve")}
          </Button>
          <Button variant="default" onClick={() => setIsRefusing(true)} disabled={isBusy}>
            {t("refuse")}
          </Button>
        </>
      ) : null}
      {isMine ? (
        <Button variant="default" onClick={() => send("withdraw")} loading={sent === "withdraw"}>
          {t("withdraw")}
        </Button>
      ) : null}
      {isRefusing ? (
        <RefuseDialog
          name={name}
          isBusy={isBusy}
          onClose={() => setIsRefusing(false)}
          onRefuse={(reason) => send("refuse", reason)}
        />
      ) : null}
    </Group>
  );
}

type RefuseProps = {
  name: string;
  isBusy: boolean;
  onClose: () => void;
  onRefuse: (reason: string) => void;
};

function RefuseDialog({ name, isBusy, onClose, onRefuse }: RefuseProps) {
  const t = useText("approval");
  const [reason, setReason] = useState("");
  return (
    <Dialog onClose={onClose} title={t("refuseTitle", { campaign: name })}>
      <Stack>
        <Text size="sm">{t("refuseText")}</Text>
        <Textarea
          label={t("reason")}
          name="reason"
          autosize
          minRows={3}
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <DialogButtons onCancel={onClose}>
          <Button
            color="red"
            disabled={reason.trim() === ""}
            loading={isBusy}
            onClick={() => onRefuse(reason)}
          >
            {t("refuse")}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
