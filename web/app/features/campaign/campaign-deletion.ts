import { useActionData, useFetcher } from "@remix-run/react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-campaign.all/route.tsx";
import { useLatest } from "../../state/use-latest.ts";
import { CAMPAIGN_LIST } from "./campaign-page.ts";

/** Deleting ends on the list of campaigns, which says so and can bring the campaign back. */
export function useDeletion(): void {
  const t = useText("campaign-menu");
  const fetcher = useFetcher<typeof action>({ key: "restore-campaign" });
  const restore = (id: number) =>
    fetcher.submit(
      { intent: "restore", campaign_id: id },
      { method: "post", action: CAMPAIGN_LIST },
    );
  const latest = useLatest(restore);
  useActionResult(useActionData<typeof action>(), "delete", ({ id, name }) =>
    toast.undoable(t("deleted", { name }), () => latest.current?.(id)),
  );
  useActionResult(fetcher.data, "restore", ({ name }) => toast.done(t("restored", { name })));
}
