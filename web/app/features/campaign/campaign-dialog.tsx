import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useFetcher, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { ConfirmByTyping } from "../../components/confirm-by-typing.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-campaign.all/route.tsx";
import { CAMPAIGN_LIST } from "./campaign-page.ts";

/** What asks before it is done. */
export type Asking = "rename" | "stop" | "delete";

type Asked = { campaign: { id: number; name: string }; onClose: () => void };

const CAMPAIGNS = { method: "post", action: CAMPAIGN_LIST } as const;

export default function CampaignDialog({ asking, ...asked }: Asked & { asking: Asking }) {
  if (asking === "rename") return <RenameDialog {...asked} />;
  return asking === "stop" ? <StopDialog {...asked} /> : <DeleteDialog {...asked} />;
}

function RenameDialog({ campaign: { id, name }, onClose }: Asked) {
  const t = useText("campaign-menu");
  const fetcher = useFetcher<typeof action>();
  const [typed, setTyped] = useState(name);
  useActionResult(
    fetcher.data,
    "rename",
    (campaign) => {
      toast.done(t("renamed", { name: campaign.name }));
      onClose();
    },
    { failedTitle: t("refused", { name }) },
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    fetcher.submit({ intent: "rename", campaign_id: id, name: typed }, CAMPAIGNS);
  };
  return (
    <Dialog onClose={onClose} title={t("rename")}>
      <form onSubmit={save}>
        <Stack>
          <TextInput
            label={t("name")}
            name="name"
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={fetcher.data?.ok === false ? fetcher.data.message : null}
            data-autofocus
          />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" disabled={!typed.trim()} loading={fetcher.state !== "idle"}>
              {t("save")}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

function StopDialog({ campaign: { id, name }, onClose }: Asked) {
  const t = useText("campaign-menu");
  const fetcher = useFetcher<typeof action>();
  useActionResult(
    fetcher.data,
    "stop",
    () => {
      toast.done(t("stopped", { name }));
      onClose();
    },
    { failedTitle: t("refused", { name }) },
  );
  return (
    <Dialog onClose={onClose} title={t("stopTitle", { name })}>
      <Stack>
        <Text size="sm">{t("stopText")}</Text>
        <DialogButtons onCancel={onClose} focusCancel>
          <Button
            color="red"
            loading={fetcher.state !== "idle"}
            onClick={() => fetcher.submit({ intent: "stop", campaign_id: id }, CAMPAIGNS)}
          >
            {t("stop")}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

/** Ends on the list of campaigns, which has the undo. */
function DeleteDialog({ campaign: { id, name }, onClose }: Asked) {
  const t = useText("campaign-menu");
  const send = useSubmit();
  const isBusy = useNavigation().formData?.get("intent") === "delete";
  return (
    <ConfirmByTyping
      title={t("deleteTitle")}
      text={t("deleteText")}
      word={name}
      action={t("delete")}
      isBusy={isBusy}
      onConfirm={() => {
        send({ intent: "delete", campaign_id: id, name }, { ...CAMPAIGNS, replace: true });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
