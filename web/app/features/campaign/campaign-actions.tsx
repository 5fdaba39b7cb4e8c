import { Button } from "@mantine/core";
import { Link, useFetcher } from "@remix-run/react";
import { IconPencil, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import type { Campaign } from "@thaw/core/campaigns/campaign/campaign.schema";
import { useEffect } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-campaign.$id/route.tsx";
import { usePaletteActions } from "../../state/screen-keys.ts";
import { useLatest } from "../../state/use-latest.ts";
import { CampaignMenu } from "./campaign-menu.tsx";
import { campaignAddress } from "./campaign-page.ts";
import { builderPath } from "./campaign-path.ts";
import { UNDO_SECONDS, useCampaignChange } from "./use-campaign-change.ts";

type Intent = "start" | "pause" | "undo-start";

/** Start or pause, each with an undo, and a menu of the rest; a draft goes on where it is built. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  return (
    <>
      <StatusActions campaign={campaign} />
      <CampaignMenu campaign={campaign} shownIn="header" changing={useCampaignChange(campaign)} />
    </>
  );
}

function StatusActions({ campaign }: { campaign: Campaign }) {
  const t = useText("campaign-detail");
  const { status } = campaign;
  const { change, busyWith } = useStatusChange(campaign);
  const wizard = builderPath(campaign);
  const offered: Intent | undefined =
    status === "ACTIVE"
      ? "pause"
      : status === "PAUSED" || status === "COMPLETED"
        ? "start"
        : undefined;
  const label = t(offered === "pause" ? "pause" : "resume");
  usePaletteActions(
    offered ? [{ id: `campaign-${offered}`, label, run: () => change(offered) }] : [],
  );
  if (status === "DRAFTED") return <DraftAction campaign={campaign} />;
  if (!offered) return null;
  const isPause = offered === "pause";
  const OfferedIcon = isPause ? IconPlayerPause : IconPlayerPlay;
  return (
    <>
      <Button
        component={Link}
        to={wizard}
        prefetch="intent"
        variant="default"
        leftSection={<IconPencil size={16} />}
      >
        {t("edit")}
      </Button>
      <Button
        {...(isPause ? { variant: "default" } : {})}
        leftSection={<OfferedIcon size={16} />}
        loading={busyWith !== undefined}
        onClick={() => change(offered)}
      >
        {label}
      </Button>
    </>
  );
}

function useStatusChange({ id, name }: Campaign) {
  const t = useText("campaign-detail");
  const approval = useText("approval");
  const fetcher = useFetcher<typeof action>({ key: `campaign-status-${id}` });
  const change = (intent: Intent) =>
    fetcher.submit(
      { intent, undo_seconds: UNDO_SECONDS },
      { method: "post", action: campaignAddress(id) },
    );
  // The toast outlives the render that raised it.
  const latest = useLatest(change);
  useActionResult(fetcher.data, "start", (campaign) => {
    if (campaign.status !== "ACTIVE") return toast.done(approval("askedToast", { name }));
    if (!campaign.undo_until) return toast.done(t("started", { name }));
    toast.undoable(t("started", { name }), () => latest.current?.("undo-start"));
  });
  useActionResult(fetcher.data, "pause", () =>
    toast.undoable(t("paused", { name }), () => latest.current?.("start")),
  );
  useRefusal(fetcher.data);
  const busyWith = fetcher.formData?.get("intent");
  return { change, busyWith };
}

/** Every problem of a launch stands at a part of the wizard, none of which is on this screen. */
function useRefusal(actionResult: ReturnType<typeof useFetcher<typeof action>>["data"]) {
  const t = useText("campaign-detail");
  useEffect(() => {
    if (
      !actionResult ||
      actionResult.ok ||
      Object.keys(actionResult.result.error ?? {}).every((key) => !key)
    ) {
      return;
    }
    toast.failed(
      t(actionResult.intent === "pause" ? "notPaused" : "notStarted"),
      actionResult.message,
    );
  }, [actionResult, t]);
}

function DraftAction({ campaign }: { campaign: Campaign }) {
  const t = useText("campaign-detail");
  // The person who decides has the buttons of the question; the one who asked may still change it.
  const isAsked = campaign.approval?.state === "asked";
  return (
    <Button
      component={Link}
      to={builderPath(campaign)}
      prefetch="intent"
      variant={isAsked ? "default" : "filled"}
    >
      {t(isAsked ? "lookThrough" : "finishDraft")}
    </Button>
  );
}
