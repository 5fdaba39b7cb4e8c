import { useFetcher, useNavigate } from "@remix-run/react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-campaign.all/route.tsx";
import { useLatest } from "../../state/use-latest.ts";
import { CAMPAIGN_LIST, campaignHome } from "./campaign-page.ts";

/** So long a start can be taken back; so long its toast is shown. */
export const UNDO_SECONDS = 10;

/** What is done at a click. */
export type Change = "start" | "undo-start" | "pause" | "archive" | "unarchive" | "duplicate";

export type Changing = { change: (intent: Change) => void; isBusy: boolean };

const CAMPAIGNS = { method: "post", action: CAMPAIGN_LIST } as const;

/** Changes a campaign at once, with a toast that takes it back; a copy opens where it is built. */
export function useCampaignChange({ id, name }: { id: number; name: string }): Changing {
  const t = useText("campaign-menu");
  const approval = useText("approval");
  const navigate = useNavigate();
  const fetcher = useFetcher<typeof action>({ key: `campaign-menu-${id}` });
  const change = (intent: Change) =>
    fetcher.submit({ intent, campaign_id: id, undo_seconds: UNDO_SECONDS }, CAMPAIGNS);
  // The toast outlives the render that raised it.
  const latest = useLatest(change);
  const undo = (intent: Change) => () => latest.current?.(intent);
  const refused = { failedTitle: t("refused", { name }) };
  const { data } = fetcher;
  useActionResult(
    data,
    "start",
    (campaign) => {
      if (campaign.status !== "ACTIVE") return toast.done(approval("askedToast", { name }));
      if (!campaign.undo_until) return toast.done(t("started", { name }));
      toast.undoable(t("started", { name }), undo("undo-start"));
    },
    refused,
  );
  useActionResult(data, "undo-start", () => toast.done(t("startUndone", { name })), refused);
  useActionResult(
    data,
    "pause",
    () => toast.undoable(t("paused", { name }), undo("start")),
    refused,
  );
  useActionResult(
    data,
    "archive",
    () => toast.undoable(t("archived", { name }), undo("unarchive")),
    refused,
  );
  useActionResult(
    data,
    "unarchive",
    () => toast.undoable(t("unarchived", { name }), undo("archive")),
    refused,
  );
  useActionResult(
    data,
    "duplicate",
    (copy) => {
      toast.done(t("duplicated", { name: copy.name }));
      navigate(campaignHome(copy));
    },
    { failedTitle: t("notDone") },
  );
  return { change, isBusy: fetcher.state !== "idle" };
}
