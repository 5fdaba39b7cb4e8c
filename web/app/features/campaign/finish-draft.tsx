import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useText } from "../../messages/text.tsx";
import { useCampaignPage } from "./campaign-page.ts";
import { builderPath } from "./campaign-path.ts";

/** Of a campaign that has not begun and does not wait for an approval: the way to begin it, for anyone who may. */
export function FinishDraft() {
  const { campaign, canWrite } = useCampaignPage();
  const t = useText("campaign-detail");
  if (!canWrite || campaign.status !== "DRAFTED" || campaign.approval?.state === "asked")
    return null;
  return (
    <Button component={Link} to={builderPath(campaign)} prefetch="intent">
      {t("finishDraft")}
    </Button>
  );
}
